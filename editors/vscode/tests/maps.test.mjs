// The parts of the map editor that need no VS Code. Run by `npm test`.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const folder = mkdtempSync(join(tmpdir(), 'landwright-'));
after(() => rmSync(folder, { recursive: true }));

async function load(name) {
  const outfile = join(folder, `${name}.mjs`);
  const entry = fileURLToPath(new URL(`../src/maps/${name}.ts`, import.meta.url));
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm' });
  return import(pathToFileURL(outfile));
}

const { readGrid } = await load('csv');
const { readFound } = await load('found');
const { checkedWith, kindOf, LOOKS } = await load('kinds');
const { Queue, run, Stopped, Trouble } = await load('run');

const node = (script, limits = {}) => (
  run(process.execPath, ['-e', script], { signal: new AbortController().signal, ...limits })
);

test('a kind is known whatever the case of the ending', () => {
  assert.equal(kindOf('/maps/PRONTERA.GAT'), 'gat');
  assert.equal(kindOf('30_30.Ifo'), 'ifo');
  assert.equal(kindOf('a.constructor'), undefined);
  assert.equal(kindOf('a.gnd'), undefined);
});

test('a block is checked with its zone, and other files alone', () => {
  assert.equal(checkedWith('/zone/30_30.IFO'), '/zone');
  assert.equal(checkedWith('/maps/a.gat'), '/maps/a.gat');
});

test('each kind with a picture has a look without options first', () => {
  for (const looks of Object.values(LOOKS)) assert.deepEqual(looks[0]?.options ?? [], []);
});

test('fields of a table may hold commas, quotes and ends of lines', () => {
  const grid = readGrid('\ufeffrow,0 name,base\r\n0,"a, ""b""\nc",{}\r\n1,,"{}"\r\n');
  assert.deepEqual(grid, { heads: ['row', '0 name'], rows: [['0', 'a, "b"\nc'], ['1', '']], nRows: 2 });
});

test('a table without rows, or without anything, is read', () => {
  assert.deepEqual(readGrid('row,name\n'), { heads: ['row', 'name'], rows: [], nRows: 0 });
  assert.deepEqual(readGrid(''), { heads: [], rows: [], nRows: 0 });
});

test('a long table is cut, and says how long it is', () => {
  const { rows, nRows } = readGrid('row\n0\n1\n2\n', 2);
  assert.deepEqual([rows.length, nRows], [2, 3]);
});

test('an empty field at the end of the text is a field', () => {
  assert.deepEqual(readGrid('a,b\n1,').rows, [['1', '']]);
});

test('places are in words, and a cell can be shown', () => {
  const problem = { file: '/a.gat', code: 'gat-island', severity: 'hint', message: 'apart' };
  const places = [
    { kind: 'file' },
    { kind: 'bytes', start: 0, end: 20 },
    { kind: 'thing', thing: 'cell', x: 0, y: 121 },
    { kind: 'thing', thing: 'node', index: 0 },
    { kind: 'thing', thing: 'edge', node: 5, octant: 7 },
    { kind: 'thing', thing: 'object', list: 'npc', index: 4 },
  ];
  const found = readFound(JSON.stringify({ problems: places.map((place) => ({ ...problem, place })) }));
  assert.deepEqual(found.map(({ place }) => place), [
    '', 'bytes 0x0 to 0x14', 'cell (0, 121)', 'node 0', 'edge 7 of node 5', 'npc 4',
  ]);
  assert.deepEqual(found.map(({ cell }) => cell).filter(Boolean), [[0, 121]]);
});

test('exit code 1 is an answer, and 2 is trouble in the words of the program', async () => {
  assert.equal(await node('console.log("found"); process.exit(1)'), 'found\n');
  assert.equal(await node('console.log("found"); process.exit(2)'), 'found\n');
  for (const said of ['error: not a map', 'error[file-unreadable]: not a map\n --> a.gat: bytes 0x0..0x4']) {
    await assert.rejects(node(`console.error(${JSON.stringify(said)}); process.exit(2)`), (error) => (
      error instanceof Trouble && error.message === 'not a map' && !error.isMissing
    ));
  }
});

test('a missing program leads to the setting', async () => {
  const { signal } = new AbortController();
  await assert.rejects(run(join(folder, 'none'), [], { signal }), (error) => (
    error instanceof Trouble && error.isMissing && error.advice.includes('landwright.path')
  ));
});

test('a run can be stopped, and stops by itself', async () => {
  const controller = new AbortController();
  const forever = node('setInterval(() => {}, 1000)', { signal: controller.signal });
  controller.abort();
  await assert.rejects(forever, Stopped);
  await assert.rejects(node('', { signal: controller.signal }), Stopped);
  await assert.rejects(node('setInterval(() => {}, 1000)', { seconds: 0.3 }), /more than 0.3 seconds/);
});

test('jobs run one at a time, and a failed one holds up nobody', async () => {
  const queue = new Queue();
  let nRunning = 0;
  const job = async () => {
    nRunning += 1;
    assert.equal(nRunning, 1);
    await new Promise(setImmediate);
    nRunning -= 1;
    throw new Error('failed');
  };
  const all = await Promise.allSettled([queue.next(job), queue.next(job), queue.next(async () => 3)]);
  assert.deepEqual(all.map(({ status, value }) => value ?? status), ['rejected', 'rejected', 3]);
});
