// What a person sees in VS Code, step by step. A step that fails ends with an error, and every
// step leaves a screenshot in target/clients/screenshots.
//
//   node check.mjs CODE-SERVER VSIX FOLDER SCRATCH
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [home, vsix, folder, scratch] = process.argv.slice(2);
const { chromium } = createRequire(join(home, 'package.json'))('playwright-core');
const PATIENCE = 30_000;
const screenshots = fileURLToPath(
  new URL('../../../../target/clients/screenshots', import.meta.url),
);

/** Starts code-server on a free port, with nothing of the person's own. */
async function startEditor() {
  const entry = join(home, 'node_modules/code-server/out/node/entry.js');
  const folders = [
    '--user-data-dir', join(scratch, 'user'),
    '--extensions-dir', join(scratch, 'extensions'),
    '--config', join(scratch, 'config.yaml'),
  ];
  writeFileSync(join(scratch, 'config.yaml'), 'auth: none\n');
  mkdirSync(join(scratch, 'user/User'), { recursive: true });
  writeFileSync(join(scratch, 'user/User/settings.json'), JSON.stringify({
    'telemetry.telemetryLevel': 'off',
    'workbench.startupEditor': 'none',
    'security.workspace.trust.enabled': false,
    'extensions.autoCheckUpdates': false,
    'editor.accessibilitySupport': 'off',
  }));
  execFileSync(process.execPath, [entry, ...folders, '--install-extension', vsix]);
  const options = ['--auth', 'none', '--bind-addr', '127.0.0.1:0'];
  options.push('--disable-telemetry', '--disable-update-check', '--disable-workspace-trust');
  const child = spawn(process.execPath, [entry, ...folders, ...options, folder]);
  const address = await new Promise((resolve, reject) => {
    let log = '';
    const read = (data) => {
      log += data;
      const found = log.match(/listening on (http:\S+?)\/?\s/);
      if (found) resolve(found[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`code-server ended:\n${log}`)));
  });
  return { child, address };
}

class Editor {
  constructor(page) {
    this.page = page;
    this.n_steps = 0;
    this.began = Date.now();
  }

  /** One step of the scenario: `act` throws where it fails. */
  async step(name, act) {
    let failure;
    try {
      await act(this.page);
    } catch (error) {
      failure = error;
    }
    const seconds = ((Date.now() - this.began) / 1000).toFixed(1).padStart(5);
    console.log(`${failure ? 'FAILED' : 'ok    '} ${seconds} s  ${name}`);
    const file = `${String(++this.n_steps).padStart(2, '0')} ${name}.png`.replaceAll(/[ /]/g, '-');
    await this.page.screenshot({ path: join(screenshots, file) });
    if (failure) throw failure;
  }

  async open(name) {
    await this.page.keyboard.press('Control+P');
    await this.page.locator('.quick-input-box input.input').fill(name);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click();
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
    await this.page.locator('.monaco-editor.focused').waitFor();
  }

  async run(command) {
    await this.page.keyboard.press('F1');
    await this.page.locator('.quick-input-box input.input').fill(`>${command}`);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: command }).first().click();
  }

  async goTo(line, column) {
    await this.page.keyboard.press('Control+G');
    await this.page.locator('.quick-input-box input.input').fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  async type(text) {
    await this.page.keyboard.type(text);
  }

  async count(selector, n) {
    const expected = ([selector, n]) => document.querySelectorAll(selector).length === n;
    await this.page.waitForFunction(expected, [selector, n]);
  }

  /** Waits until the editor shows a line with this text and no other. */
  async shows(text) {
    await this.page.waitForFunction((text) => {
      const lines = [...document.querySelectorAll('.monaco-editor .view-lines .view-line')];
      return lines.some((line) => line.textContent.replaceAll('\u00a0', ' ') === text);
    }, text);
  }

  /** Waits until the text of the editor has at least so many colours. */
  async hasColours(n) {
    await this.page.waitForFunction((n) => {
      const words = [...document.querySelectorAll('.monaco-editor .view-lines span span')];
      return new Set(words.map((word) => getComputedStyle(word).color)).size >= n;
    }, n);
  }
}

async function scenario(editor) {
  await editor.step('the workbench opens', async (page) => {
    await page.locator('.monaco-workbench .explorer-folders-view').waitFor();
  });
  await editor.step('a wrong line is underlined', async () => {
    await editor.open('S_LANTERN_LIT.1.def');
    await editor.count('.squiggly-error', 1);
  });
  await editor.step('the language is known by the name', async (page) => {
    await page.locator('#status\\.editor\\.mode', { hasText: 'TERA definition' }).waitFor();
  });
  await editor.step('types are coloured', async () => {
    await editor.hasColours(3);
  });
  await editor.step('the problem is listed', async (page) => {
    await page.keyboard.press('Control+Shift+M');
    await page.locator('.markers-panel .monaco-list-row', { hasText: 'S_LANTERN_LIT' }).waitFor();
    await page.keyboard.press('Control+Shift+M');
  });
  await editor.step('it is in order once it is mended', async (page) => {
    await page.locator('.monaco-editor .view-lines').first().click();
    await editor.goTo(3, 99);
    await editor.type(' lantern');
    await editor.count('.squiggly-error', 0);
  });
  await editor.step('hover tells of a field', async (page) => {
    await editor.goTo(3, 9);
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Control+I');
    await page.locator('.monaco-hover', { hasText: 'int32 lantern' }).first().waitFor();
    await page.keyboard.press('Escape');
  });
  await editor.step('Enter continues the dashes', async (page) => {
    await editor.goTo(4, 99);
    await page.keyboard.press('Enter');
    await editor.type('array lamps');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await editor.type('int32 oil');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await editor.type('int32 wick');
    for (const line of ['array lamps', '- int32 oil', '- int32 wick']) await editor.shows(line);
  });
  await editor.step('the status says dialect and patch', async (page) => {
    await page.locator('#status\\.languageStatus').hover();
    await page.locator('.hover-language-status', { hasText: 'Dialect auto, patch not set' }).waitFor();
    await page.mouse.move(600, 500);
    await editor.count('.hover-language-status', 0);
  });
  await editor.step('a map is known by its name', async (page) => {
    await editor.open('protocol.400000.map');
    await page.locator('#status\\.editor\\.mode', { hasText: 'TERA map' }).waitFor();
  });
  await editor.step('the server starts anew when told to', async (page) => {
    await editor.open('S_LANTERN_LIT.1.def');
    await editor.run('Landwright: Restart server');
    await editor.goTo(1, 1);
    await editor.type('wrong');
    await page.keyboard.press('Enter');
    await editor.count('.squiggly-error', 1);
  });
}

rmSync(screenshots, { recursive: true, force: true });
mkdirSync(screenshots, { recursive: true });
const { child, address } = await startEditor();
let browser;
try {
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${address}/?folder=${folder}`, { waitUntil: 'domcontentloaded' });
  await scenario(new Editor(page));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser?.close();
  child.kill();
}
