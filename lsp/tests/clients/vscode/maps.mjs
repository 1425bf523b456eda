// Maps in VS Code: the picture, what stands beside it, and what follows from changes on disk.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { eventually } from './editor.mjs';

const HARBOUR = 'world/HARBOUR.GAT';
const PROGRAM = 'programs/landwright';
const [WALKABLE, BLOCKED, CLIFF] = [0, 1, 5];

/** A map of Ragnarok: an island with hills, a town in its west, and a ring of cliffs that nobody gets through. */
function map(width, height) {
  const header = Buffer.from([...Buffer.from('GRAT'), 1, 2, 0, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt32LE(width, 6);
  header.writeUInt32LE(height, 10);
  /** 0 in the middle of the island, 1 at its shore. */
  const shore = (x, y) => {
    const [dx, dy] = [(x - width / 2) / width, (y - height / 2) / height];
    const angle = Math.atan2(dy, dx);
    return Math.hypot(dx, dy) / (0.42 + 0.05 * Math.sin(3 * angle + 1) + 0.03 * Math.cos(7 * angle));
  };
  const up = (x, y) => {
    const hills = 9 * Math.sin(x / 17) * Math.cos(y / 13) + 4 * Math.sin((x + 2 * y) / 11);
    return -Math.max(0, 1 - shore(x, y) ** 3) * (22 + hills);
  };
  const typeAt = (x, y) => {
    const crater = Math.hypot(x - width * 0.66, y - height * 0.6) + 2 * Math.sin(x / 4) + Math.cos(y / 3);
    const isHouse = x > width * 0.24 && x < width * 0.46 && y > height * 0.3 && y < height * 0.62
      && x % 9 > 3 && y % 9 > 4;
    if (shore(x, y) > 1 || isHouse) return BLOCKED;
    return crater > 11 && crater < 14 ? CLIFF : WALKABLE;
  };
  const cells = Buffer.alloc(width * height * 20);
  for (let at = 0, y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 20) {
      const corners = [up(x, y), up(x + 1, y), up(x, y + 1), up(x + 1, y + 1)];
      for (const [index, corner] of corners.entries()) cells.writeFloatLE(corner, at + 4 * index);
      cells.writeUInt32LE(typeAt(x, y), at + 16);
    }
  }
  return Buffer.concat([header, cells]);
}

/** A table of ROSE, as `landwright build` takes it. */
function table(nRows) {
  const rows = Array.from({ length: nRows }, (_, row) => ({ name: `row ${row}`, cells: [`lamp ${row}`, String(row * 7)] }));
  const file = {
    row_height_px: 24,
    widths: { each: [64, 64, 64, 64] },
    titles: ['', 'thing', 'price', ''],
    rows,
    placing: { behind: { gap: '' } },
    tail: '',
  };
  return JSON.stringify({ format: 'stb', file });
}

/** Makes the files of this part. They are there before VS Code is, which is slow to find new ones by name. */
export function makeMaps({ folder, scratch }) {
  mkdirSync(join(folder, 'world'));
  // The folder around it is a project of TERA, in which other games' files are passed over.
  writeFileSync(join(folder, 'world/landwright.toml'), 'game = "ragnarok"\n');
  writeFileSync(join(folder, HARBOUR), map(160, 120));
  writeFileSync(join(scratch, 'table.json'), table(6000));
  execFileSync(join(scratch, PROGRAM), ['build', join(scratch, 'table.json'), '-o', join(folder, 'world/LIST_LAMP.STB')]);
}

export async function maps(editor, { folder, scratch }) {
  const [gat, program] = [join(folder, HARBOUR), join(scratch, PROGRAM)];
  await picture(editor);
  await problems(editor);
  await changes(editor, gat);
  await grid(editor);
  await otherProgram(editor, { folder, scratch, program, gat });
}

async function open(editor, name) {
  await editor.page.keyboard.press('Control+1');
  await editor.page.keyboard.press('Control+P');
  await editor.choose(name, name);
  await editor.page.locator('.tab.active', { hasText: name }).waitFor();
}

/** The page of a map that has drawn what it should. */
async function drawn(editor, what) {
  let found;
  await eventually(async () => {
    for (const frame of editor.page.frames()) {
      const n = await frame.locator(`[data-drawn="${what}"]:visible`).count().catch(() => 0);
      if (n === 1) found = frame;
    }
    return found;
  });
  return found;
}

async function picture(editor) {
  let panel;
  await editor.step('a map opens as a picture', async (page) => {
    await editor.run('View: Close All Editor Groups');
    await open(editor, 'HARBOUR.GAT');
    panel = await drawn(editor, '160x120');
    const nColours = await panel.locator('canvas').evaluate((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
    if (nColours < 20) throw new Error(`only ${nColours} colours`);
    await page.locator('.tab.active', { hasText: 'HARBOUR.GAT' }).waitFor();
  });
  await editor.step('its summary and its problems stand beside it', async () => {
    await panel.locator('.side td', { hasText: '160 × 120 tiles' }).waitFor();
    await panel.locator('.problem', { hasText: "can't be reached" }).first().waitFor();
    await panel.locator('.busy').waitFor({ state: 'hidden' });
    await editor.picture('map', 660);
  });
  await editor.step('a click on a problem leads to its cell', async () => {
    const before = await panel.locator('.zoom').textContent();
    await panel.locator('.problem').first().click();
    await panel.locator('.problem.here').waitFor();
    if (await panel.locator('.zoom').textContent() === before) throw new Error(`still at ${before}`);
  });
  await editor.step('wheel, dragging and Fit move the picture', async (page) => {
    const zoom = () => panel.locator('.zoom').textContent();
    await panel.getByRole('button', { name: 'Fit' }).click();
    const fitted = await zoom();
    await panel.locator('canvas').hover();
    await page.mouse.wheel(0, -300);
    await eventually(async () => await zoom() !== fitted);
    await page.mouse.down();
    await page.mouse.move(420, 300, { steps: 4 });
    await page.mouse.up();
    await panel.getByRole('button', { name: 'Fit' }).click();
    await eventually(async () => await zoom() === fitted);
  });
  await editor.step('the picture can show something else', async () => {
    const pixels = () => panel.locator('canvas').evaluate((canvas) => canvas.toDataURL());
    const before = await pixels();
    await panel.locator('select').selectOption('Heights');
    await eventually(async () => await pixels() !== before);
  });
}

async function problems(editor) {
  const { page } = editor;
  const listed = page.locator('.markers-panel .monaco-list-row', { hasText: "can't be reached" });
  await editor.step('the problems of a map are in the Problems panel, with their places', async () => {
    await page.keyboard.press('Control+Shift+M');
    // Only the rows in sight are there.
    await page.locator('input[placeholder^="Filter (e.g."]').fill('HARBOUR');
    await listed.first().waitFor();
    await page.locator('.markers-panel .monaco-list-row', { hasText: /cell \(\d+, \d+\)/ }).first().waitFor();
  });
  await editor.step('they go when the map is closed', async () => {
    await editor.run('View: Close All Editors');
    await listed.first().waitFor({ state: 'detached' });
  });
  await editor.step('a folder is checked from the menu of the explorer', async () => {
    await page.keyboard.press('Control+Shift+E');
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: /^world$/ }).click({ button: 'right' });
    const entry = page.locator('.monaco-menu .action-item', { hasText: 'Check with Landwright' });
    // A menu that has just opened takes no click.
    await eventually(async () => {
      await entry.click({ timeout: 1000 }).catch(() => undefined);
      return await entry.count() === 0;
    });
    await listed.first().waitFor();
  });
  await editor.step('the explanation of a problem opens', async () => {
    await open(editor, 'HARBOUR.GAT');
    const panel = await drawn(editor, '160x120');
    await panel.locator('.problem a').first().click();
    await page.locator('.view-lines', { hasText: 'walkable' }).first().waitFor();
    await editor.run('View: Close All Editor Groups');
  });
}

async function changes(editor, gat) {
  const { page } = editor;
  await editor.step('a map that changes on disk is drawn anew', async () => {
    await open(editor, 'HARBOUR.GAT');
    await drawn(editor, '160x120');
    writeFileSync(gat, map(80, 60));
    await drawn(editor, '80x60');
  });
  await editor.step('a damaged map says what is wrong', async () => {
    writeFileSync(gat, 'not a map');
    const panel = await editor.panel('Map');
    await panel.locator('.trouble .what', { hasText: 'GRAT' }).waitFor();
    await page.locator('.markers-panel .monaco-list-row', { hasText: 'GRAT' }).first().waitFor();
  });
  await editor.step('and is drawn again when it is mended', async () => {
    writeFileSync(gat, map(160, 120));
    const panel = await drawn(editor, '160x120');
    await panel.locator('.trouble').waitFor({ state: 'hidden' });
  });
  await editor.step('a map that was out of sight shows all of it again', async () => {
    await open(editor, 'LIST_LAMP.STB');
    await drawn(editor, '5000x4');
    await open(editor, 'HARBOUR.GAT');
    const panel = await drawn(editor, '160x120');
    await panel.locator('.side td', { hasText: '160 × 120 tiles' }).waitFor();
  });
}

async function grid(editor) {
  let panel;
  await editor.step('a table opens with its rows', async () => {
    await editor.run('View: Close All Editor Groups');
    await open(editor, 'LIST_LAMP.STB');
    // So many rows are sent, and fewer are in the page.
    panel = await drawn(editor, '5000x4');
    await panel.locator('.place', { hasText: 'the first 5,000 of' }).waitFor();
    await panel.locator('td', { hasText: /^lamp 3$/ }).waitFor();
  });
  await editor.step('it scrolls, and is sieved', async () => {
    await panel.locator('.grid').evaluate((grid) => { grid.scrollTop = 24 * 3000; });
    await panel.locator('td', { hasText: /^lamp 3003$/ }).waitFor();
    await panel.locator('input').fill('lamp 4321');
    await panel.locator('td', { hasText: /^lamp 4321$/ }).waitFor();
    await panel.locator('td', { hasText: /^lamp 3$/ }).waitFor({ state: 'detached' });
  });
}

/** A setting names the program: one that is not there, and one that notes what it is asked. */
async function otherProgram(editor, { folder, scratch, program, gat }) {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  const settings = join(folder, '.vscode/settings.json');
  const use = (path) => writeFileSync(settings, JSON.stringify({ 'landwright.path': path }));
  const asked = join(scratch, 'asked');
  const notes = join(scratch, 'notes');
  writeFileSync(notes, `#!/bin/sh\nif [ $# = 1 ]; then echo "$1" > "${asked}"; exit; fi\nexec "${program}" "$@"\n`);
  chmodSync(notes, 0o755);
  await editor.step('a missing program leads to its setting', async () => {
    await editor.run('View: Close All Editor Groups');
    await open(editor, 'HARBOUR.GAT');
    await drawn(editor, '160x120');
    use(join(scratch, 'none'));
    const panel = await editor.panel('Map');
    await panel.locator('.trouble .advice', { hasText: 'landwright.path' }).waitFor();
    await panel.getByRole('button', { name: 'Open settings' }).waitFor();
  });
  await editor.step('a map opens in Landwright', async (page) => {
    use(notes);
    const panel = await drawn(editor, '160x120');
    await panel.locator('.trouble').waitFor({ state: 'hidden' });
    await page.locator('.editor-actions .action-label[aria-label^="Open in Landwright"]').click();
    await eventually(() => existsSync(asked) && readFileSync(asked, 'utf8') === `${gat}\n`);
  });
}
