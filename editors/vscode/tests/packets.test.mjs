// Packets side by side, which needs no VS Code. Run by `npm test`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const entry = fileURLToPath(new URL('../src/compared.ts', import.meta.url));
const { outputFiles } = await build({
  entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', write: false,
});
const { compared, packetsOf } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

const packet = (...rows) => ({
  rows: rows.map(([path, value, what = 'field']) => ({ path, what, value, range: null })),
});

test('lines that are as long as they say are packets of their own', () => {
  assert.deepEqual(packetsOf('0800e703 01000000\n0x08,0x00 e703 02000000\n'), [
    '0800e703 01000000', '0x08,0x00 e703 02000000',
  ]);
  // One packet that was copied as several lines.
  assert.deepEqual(packetsOf('0800e703\n01000000'), ['0800e703\n01000000']);
  assert.deepEqual(packetsOf('0800e703\r\n01000000\r\n \r\n08\n'), ['0800e703\r\n01000000', '08']);
  assert.deepEqual(packetsOf(' \n'), []);
});

test('fields are in the order of the packets, and those that one lacks are different', () => {
  const rows = compared([
    packet(['opcode', '1', 'opcode'], ['list', '1', 'count'], ['list[0].id', '5'], ['name', '"a"']),
    packet(['list', '2', 'count'], ['list[0].id', '5'], ['list[1].id', '6'], ['name', '"a"']),
  ]);
  assert.deepEqual(rows.map(({ path, values, isDifferent }) => [path, values, isDifferent]), [
    ['count of list', ['1', '2'], true],
    ['list[0].id', ['5', '5'], false],
    ['list[1].id', [undefined, '6'], true],
    ['name', ['"a"', '"a"'], false],
  ]);
});
