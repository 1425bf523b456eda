// Makes a .vsix that carries both programs for one platform.
//
//   node scripts/package.mjs [TARGET] [PROGRAMS] [VSIX]
//
// TARGET is one of VS Code's platform names and defaults to this machine's; PROGRAMS is the folder
// with landwright-lsp and landwright built for it, and defaults to where cargo builds them here;
// VSIX is what it makes.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const extension = dirname(dirname(fileURLToPath(import.meta.url)));
const root = join(extension, '..', '..');
const target = process.argv[2] ?? `${process.platform}-${process.arch}`;
const programs = process.argv[3] ?? buildPrograms();

const ending = target.startsWith('win32') ? '.exe' : '';
const carried = join(extension, 'server');
rmSync(carried, { recursive: true, force: true });
mkdirSync(carried);
for (const name of ['landwright-lsp', 'landwright']) {
  copyFileSync(join(programs, name + ending), join(carried, name + ending));
  chmodSync(join(carried, name + ending), 0o755);
}

for (const licence of ['LICENSE-MIT', 'LICENSE-APACHE']) {
  copyFileSync(join(root, licence), join(carried, licence));
}

const vsix = process.argv[4] ?? join(extension, `landwright-${target}.vsix`);
const vsce = join(extension, 'node_modules', '@vscode', 'vsce', 'vsce');
const options = ['--target', target, '--out', vsix, '--no-dependencies', '--skip-license'];
// Where the repository is known, the pictures in the README are shown from there.
const { GITHUB_REPOSITORY: repository, GITHUB_REF_NAME: version } = process.env;
if (repository && version) {
  const files = `https://github.com/${repository}/raw/${version}/editors/vscode`;
  options.push('--baseImagesUrl', files, '--baseContentUrl', files);
} else {
  options.push('--no-rewrite-relative-links');
}
options.push('--allow-missing-repository');
execFileSync(process.execPath, [vsce, 'package', ...options], { cwd: extension, stdio: 'inherit' });

function buildPrograms() {
  const packages = ['--package', 'landwright-lsp', '--package', 'landwright-editor'];
  execFileSync('cargo', ['build', '--release', ...packages], { cwd: root, stdio: 'inherit' });
  return join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'release');
}
