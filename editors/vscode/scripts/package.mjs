// Makes a .vsix that carries the server for one platform.
//
//   node scripts/package.mjs [TARGET] [SERVER] [VSIX]
//
// TARGET is one of VS Code's platform names and defaults to this machine's; SERVER is a built
// landwright-lsp for it, and defaults to one that cargo builds here; VSIX is what it makes.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const extension = dirname(dirname(fileURLToPath(import.meta.url)));
const root = join(extension, '..', '..');
const target = process.argv[2] ?? `${process.platform}-${process.arch}`;
const server = process.argv[3] ?? buildServer();

const name = target.startsWith('win32') ? 'landwright-lsp.exe' : 'landwright-lsp';
const carried = join(extension, 'server');
rmSync(carried, { recursive: true, force: true });
mkdirSync(carried);
copyFileSync(server, join(carried, name));
chmodSync(join(carried, name), 0o755);

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

function buildServer() {
  const options = ['build', '--release', '--package', 'landwright-lsp'];
  execFileSync('cargo', options, { cwd: root, stdio: 'inherit' });
  const folder = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
  return join(folder, 'release', process.platform === 'win32' ? 'landwright-lsp.exe' : 'landwright-lsp');
}
