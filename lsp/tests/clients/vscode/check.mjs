// What a person sees in VS Code, step by step. A step that fails ends with an error, and every
// step leaves a screenshot in target/clients/screenshots.
//
//   node check.mjs CODE-SERVER VSIX FOLDER SCRATCH [PICTURES]
//
// PICTURES is a folder for the pictures in the extension's README.
import {
  existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { eventually, inEditor } from './editor.mjs';
import { makeMaps, maps } from './maps.mjs';

const [home, vsix, folder, scratch, pictures] = process.argv.slice(2);
const root = new URL('../../../..', import.meta.url);
const screenshots = fileURLToPath(new URL('target/clients/screenshots', root));

/** A packet of C_LIGHT_LANTERN.1 that ends inside its lantern. */
const CUT = '0e00 214e 0100000000000000 0700';

/** Two whole ones, a line each. */
const TWO = '1000 214e 0100000000000000 03000000\n1000 214e 0100000000000000 04000000';

async function checking(editor) {
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
    await editor.picture('problems', 664);
  });
  await editor.step('a quick fix is offered', async (page) => {
    await page.keyboard.press('Control+Shift+M');
    await page.locator('.monaco-editor .view-lines').first().click();
    await editor.goTo(3, 1);
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget .monaco-list-row', { hasText: 'Name the field' }).waitFor();
  });
  await editor.step('and mends the line', async (page) => {
    await page.locator('.action-widget .focused', { hasText: 'Name the field' }).waitFor();
    await page.keyboard.press('Enter');
    await editor.shows('uint64 gameId', 'int32 unk', 'bool burns');
    await editor.count('.squiggly-error', 0);
  });
}

async function typing(editor) {
  await editor.step('types are offered while one is typed', async (page) => {
    await editor.goTo(4, 99);
    await page.keyboard.press('Enter');
    await editor.type('vec');
    await page.locator('.suggest-widget .monaco-list-row', { hasText: 'vec3' }).first().waitFor();
  });
  await editor.step('and the one that is taken stands there', async (page) => {
    await page.keyboard.press('Enter');
    await editor.type(' loc');
    await page.keyboard.press('Escape');
    await editor.shows('bool burns', 'vec3 loc');
  });
  await editor.step('hover tells of a field', async (page) => {
    await editor.goTo(5, 7);
    await editor.hover();
    await page.locator('.monaco-hover', { hasText: 'vec3 loc' }).first().waitFor();
  });
  await editor.step('Enter continues the dashes', async (page) => {
    await page.keyboard.press('Escape');
    await editor.goTo(5, 99);
    await page.keyboard.press('Enter');
    await editor.typeLine('array lamps');
    await editor.shows('array lamps', '- ');
    await editor.typeLine('int32 oil');
    await editor.shows('array lamps', '- int32 oil', '- ');
    await editor.typeLine('int32 wick');
    await editor.shows('array lamps', '- int32 oil', '- int32 wick', '- ');
  });
  await editor.step('and leaves the array when pressed again', async (page) => {
    await page.keyboard.press('Enter');
    await editor.shows('- int32 wick', '');
    await editor.type('int32 harbour');
    await editor.shows('- int32 wick', 'int32 harbour');
    await editor.count('.squiggly-error', 0);
  });
  await editor.step('the status says dialect and patch', async (page) => {
    await page.locator('#status\\.languageStatus').hover();
    await page.locator('.hover-language-status', { hasText: 'Dialect toolbox, patch 92' }).waitFor();
  });
  await editor.step('and which parsers load the file', async (page) => {
    await page.locator('.hover-language-status', { hasText: 'Loads in: seed ✔' }).waitFor();
    await page.mouse.move(600, 500);
    await editor.count('.hover-language-status', 0);
    await editor.run('Landwright: Choose dialect…');
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'protojs' });
    await row.first().waitFor();
    await page.keyboard.press('Escape');
  });
  await editor.step('a map is known by its name', async (page) => {
    await page.mouse.move(600, 500);
    await editor.count('.hover-language-status', 0);
    await editor.open('protocol.400000.map');
    await page.locator('#status\\.editor\\.mode', { hasText: 'TERA map' }).waitFor();
  });
}

async function layout(editor) {
  let panel;
  await editor.step('the layout panel shows where fields are', async () => {
    await editor.open('S_CART_LIST.1.def');
    await editor.run('Landwright: Show byte layout');
    panel = await editor.panel('Byte layout');
    await editor.row(panel, 'harbour', ['+8', '4 B', 'int32', 'harbour']);
    await editor.row(panel, 'amount', ['+8', '4 B', 'int32', 'amount']);
  });
  await editor.step('it follows the cursor', async () => {
    await editor.goTo(2, 1);
    await panel.locator('tr.here', { hasText: 'harbour' }).waitFor();
    await editor.goTo(9, 1);
    await panel.locator('tr.here', { hasText: 'item' }).waitFor();
    await editor.picture('layout', 480);
  });
  await editor.step('it changes as the definition does', async (page) => {
    await editor.goTo(2, 1);
    await editor.type('bool open');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await editor.row(panel, 'open', ['+8', '1 B', 'bool', 'open']);
    await panel.locator('tr', { hasText: '+9' }).filter({ hasText: 'harbour' }).waitFor();
  });
  await editor.step('a click in it leads to the field', async (page) => {
    await panel.locator('tr', { hasText: 'string' }).click();
    await page.locator('#status\\.editor\\.selection', { hasText: 'Ln 8' }).waitFor();
  });
}

async function packets(editor) {
  await editor.step('a packet is read, and the field where it breaks is marked', async () => {
    await editor.open('C_LIGHT_LANTERN.1.def');
    await editor.run('Landwright: Decode packet…');
    const panel = await editor.panel('Packet');
    await panel.locator('textarea').fill(CUT);
    await editor.row(panel, 'gameId', ['4', '8', 'gameId', '1']);
    await panel.locator('tr.broken', { hasText: 'lantern' }).waitFor();
  });
  await editor.step('two packets are shown side by side, with what is different', async () => {
    const panel = await editor.panel('Packet');
    await panel.locator('textarea').fill(TWO);
    await editor.row(panel, 'lantern', ['lantern', '3', '4']);
    await panel.locator('tr.different', { hasText: 'lantern' }).waitFor();
    await panel.locator('tr.same', { hasText: 'gameId' }).waitFor();
    await panel.locator('label', { hasText: 'Only what is different' }).click();
    await panel.locator('tr.same', { hasText: 'gameId' }).waitFor({ state: 'hidden' });
    await editor.picture('compared-packets', 320);
    await panel.locator('label', { hasText: 'Only what is different' }).click();
  });
  await editor.step('hover tells of the values that were recorded', async (page) => {
    await editor.open('C_LIGHT_LANTERN.1.def');
    await editor.goTo(3, 8);
    await editor.hover();
    await page.locator('.monaco-hover', { hasText: 'Seen: 3 · 4' }).first().waitFor();
    await editor.picture('packet', 320);
  });
  await editor.step('recorded packets are read again with every keystroke', async (page) => {
    await page.keyboard.press('Escape');
    await editor.count('.squiggly-error', 0);
    await editor.goTo(3, 99);
    await page.keyboard.press('Enter');
    await editor.type('int32 oil');
    await page.keyboard.press('Escape');
    await editor.count('.squiggly-error', 1);
  });
}

async function versions(editor) {
  const made = join(folder, 'definitions/C_LIGHT_LANTERN.3.def');
  await editor.step('a new version is made', async (page) => {
    await editor.open('C_LIGHT_LANTERN.2.def');
    await editor.run('Landwright: New version of this packet');
    await page.locator('.tab.active', { hasText: 'C_LIGHT_LANTERN.3.def' }).waitFor();
    await editor.shows('byte red', 'byte green', 'byte blue');
    const before = readFileSync(join(folder, 'definitions/C_LIGHT_LANTERN.2.def'), 'utf8');
    await eventually(() => existsSync(made) && readFileSync(made, 'utf8') === before);
  });
  await editor.step('it is compared with the one before', async (page) => {
    await editor.goTo(3, 1);
    await editor.type('bool lit');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await editor.run('Landwright: Compare with previous version');
    await page.locator('.monaco-diff-editor .line-insert').first().waitFor();
    const words = page.locator('.view-lines', { hasText: 'added' });
    await words.filter({ hasText: 'shifted' }).waitFor();
    await editor.picture('versions', 240);
  });
}

/** Another program brings a folder in and takes it away, while all is open. */
async function disk(editor) {
  const made = join(folder, 'brought');
  // The list shows few rows at a time, and other problems come and go.
  const brought = (page) => page.locator('.markers-panel .monaco-list-row', { hasText: 'S_BROUGHT' }).first();
  await editor.step('a folder that is brought in has its problems listed', async (page) => {
    await page.keyboard.press('Control+Shift+M');
    await page.locator('.markers-panel').waitFor();
    await page.keyboard.press('Control+F');
    await editor.type('S_BROUGHT');
    mkdirSync(join(scratch, 'brought'));
    writeFileSync(join(scratch, 'brought/S_BROUGHT.1.def'), 'wrong\n');
    renameSync(join(scratch, 'brought'), made);
    await brought(page).waitFor();
  });
  await editor.step('and takes them along when it goes', async (page) => {
    rmSync(made, { recursive: true });
    await brought(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+Shift+M');
  });
}

async function restarting(editor) {
  await editor.step('the server starts anew when told to', async (page) => {
    await editor.open('S_LANTERN_LIT.1.def');
    await editor.run('Landwright: Restart server');
    await editor.goTo(1, 1);
    await editor.type('wrong');
    await page.keyboard.press('Enter');
    await page.locator('.squiggly-error').first().waitFor();
  });
}

makeMaps({ folder, scratch });
const shots = { screenshots, pictures };
await inEditor({ home, vsix, folder, scratch }, shots, async (editor) => {
  for (const part of [checking, typing, layout, packets, versions, disk, restarting]) await part(editor);
  await maps(editor, { folder, scratch });
});
