// A real VS Code (code-server) in a real browser, and hands and eyes for it.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** No step takes this long: one that does has failed. */
const PATIENCE_MS = 20_000;

const SETTINGS = {
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'security.workspace.trust.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'editor.accessibilitySupport': 'off',
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'workbench.activityBar.location': 'hidden',
  'chat.commandCenter.enabled': false,
};

/** Starts code-server on a free port, with nothing of the person's own. */
async function serve({ home, vsix, folder, scratch }) {
  const entry = join(home, 'node_modules/code-server/out/node/entry.js');
  const folders = [
    '--user-data-dir', join(scratch, 'user'),
    '--extensions-dir', join(scratch, 'extensions'),
    '--config', join(scratch, 'config.yaml'),
  ];
  writeFileSync(join(scratch, 'config.yaml'), 'auth: none\n');
  mkdirSync(join(scratch, 'user/User'), { recursive: true });
  writeFileSync(join(scratch, 'user/User/settings.json'), JSON.stringify(SETTINGS));
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

/** Runs a scenario; whatever happens, nothing that was started stays behind. */
export async function inEditor(what, { screenshots, pictures }, scenario) {
  rmSync(screenshots, { recursive: true, force: true });
  mkdirSync(screenshots, { recursive: true });
  const { child, address } = await serve(what);
  const { chromium } = createRequire(join(what.home, 'package.json'))('playwright-core');
  let browser;
  try {
    browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${address}/?folder=${what.folder}`, { waitUntil: 'domcontentloaded' });
    await scenario(new Editor(page, screenshots, pictures));
  } catch (error) {
    console.error(error.stack);
    process.exitCode = 1;
  } finally {
    await browser?.close();
    child.kill();
  }
}

export async function eventually(holds) {
  const deadline = Date.now() + 10_000;
  while (!await holds()) {
    if (Date.now() > deadline) throw new Error(`never: ${holds}`);
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}

/** What of the lines of an editor is in the file: hints stand between the words and are not. */
const LINES = `[...document.querySelectorAll('.monaco-editor .view-lines .view-line')].map((line) => {
  const words = [...line.querySelectorAll(':scope > span > span:not([class*="dyn-rule"])')];
  return words.map((word) => word.textContent).join('').replaceAll('\\u00a0', ' ');
})`;

export class Editor {
  constructor(page, screenshots, pictures) {
    this.page = page;
    this.screenshots = screenshots;
    this.pictures = pictures;
    this.nSteps = 0;
    this.began = Date.now();
  }

  /** One step of the scenario: `act` throws where it fails. Leaves a screenshot. */
  async step(name, act) {
    let failure;
    try {
      await act(this.page);
    } catch (error) {
      failure = error;
    }
    const seconds = ((Date.now() - this.began) / 1000).toFixed(1).padStart(5);
    console.log(`${failure ? 'FAILED' : 'ok    '} ${seconds} s  ${name}`);
    const number = String(++this.nSteps).padStart(2, '0');
    const file = `${number}-${name.replaceAll(/[^a-z0-9]+/gi, '-')}.png`;
    await this.page.screenshot({ path: join(this.screenshots, file), animations: 'disabled' });
    if (failure) throw failure;
  }

  /** What stands right of the list of files, for the extension's README. */
  async picture(name, height) {
    if (!this.pictures) return;
    const clip = { x: 300, y: 36, width: 980, height };
    const path = join(this.pictures, `${name}.png`);
    await this.page.screenshot({ path, clip, animations: 'disabled' });
  }

  /** Opens a file on the left. */
  async open(name) {
    await this.page.keyboard.press('Control+1');
    await this.page.keyboard.press('Control+P');
    await this.choose(name, name);
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
    await this.page.locator('.monaco-editor.focused').waitFor();
  }

  async run(command) {
    await this.page.keyboard.press('F1');
    await this.choose(`>${command}`, command);
  }

  /** Types into the box at the top, and takes what it offers. */
  async choose(typed, offered) {
    await this.page.locator('.quick-input-box input.input').fill(typed);
    const row = this.page.locator('.quick-input-list .monaco-list-row', { hasText: offered });
    await row.first().click();
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    // What lies under the pointer would be told of in a tooltip.
    await this.page.mouse.move(640, 650);
  }

  async goTo(line, column) {
    await this.page.keyboard.press('Control+G');
    await this.page.locator('.quick-input-box input.input').fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await this.page.locator('.monaco-editor.focused').waitFor();
  }

  /** Shows what is known of the word at the cursor. */
  async hover() {
    await this.page.keyboard.press('Control+K');
    await this.page.keyboard.press('Control+I');
  }

  async type(text) {
    await this.page.keyboard.type(text);
  }

  /** A line with its end; what pops up beside it goes away again. */
  async typeLine(text) {
    await this.type(text);
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Enter');
  }

  async count(selector, n) {
    const expected = ([selector, n]) => document.querySelectorAll(selector).length === n;
    await this.page.waitForFunction(expected, [selector, n]);
  }

  /** Waits until the editor shows these lines, one below the other. */
  async shows(...lines) {
    const text = JSON.stringify(`\n${lines.join('\n')}\n`);
    await this.page.waitForFunction(`('\\n' + ${LINES}.join('\\n') + '\\n').includes(${text})`);
  }

  /** Waits until the text of the editor has at least so many colours. */
  async hasColours(n) {
    await this.page.waitForFunction((n) => {
      const words = [...document.querySelectorAll('.monaco-editor .view-lines span span')];
      return new Set(words.map((word) => getComputedStyle(word).color)).size >= n;
    }, n);
  }

  /** The page inside of a panel, by its title. */
  async panel(title) {
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      for (const frame of this.page.frames()) {
        if (await frame.title().catch(() => '') === title) return frame;
      }
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
    }
    throw new Error(`no panel ${title}`);
  }

  /** The row of a panel's table that holds a text, with what its cells have to say. */
  async row(panel, text, cells) {
    const row = panel.locator('tr', { hasText: text }).first();
    const expected = JSON.stringify(cells);
    // A row of the same name may be there from before.
    for (let left = 50; ; left -= 1) {
      await row.waitFor();
      const found = await row.locator('td').allTextContents();
      const shown = JSON.stringify(found.map((cell) => cell.trim()));
      if (shown === expected) {
        return row;
      }
      if (left === 0) {
        throw new Error(`${text}: ${shown} instead of ${expected}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
