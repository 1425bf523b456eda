// Draws icon.png: a packet as rows of bytes, the fields in colours, one of them marked wrong.
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

const SIZE = 256;
/** Each pixel is the mean of so many by so many points. */
const SAMPLES = 4;

const BACK = [0x1d, 0x24, 0x2f];
const BLUE = [0x5a, 0xa9, 0xe6];
const SAND = [0xe9, 0xc4, 0x6a];
const GREEN = [0x7c, 0xc6, 0x8d];
const RED = [0xe7, 0x6f, 0x51];

/** Fields by row: colour, first column, columns. A row has eight columns. */
const ROWS = [
  [[BLUE, 0, 2], [BLUE, 2, 2], [SAND, 4, 4]],
  [[GREEN, 0, 8]],
  [[SAND, 0, 4], [RED, 4, 1], [BLUE, 5, 3]],
  [[GREEN, 0, 3], [SAND, 3, 5]],
];
const EDGE = 36;
const CELL = (SIZE - 2 * EDGE) / 8;
const HEIGHT = (SIZE - 2 * EDGE) / ROWS.length;
const GAP = 5;

function isInRounded(x, y, left, top, right, bottom, radius) {
  if (x < left || x >= right || y < top || y >= bottom) return false;
  const dx = Math.max(left + radius - x, x - (right - radius), 0);
  const dy = Math.max(top + radius - y, y - (bottom - radius), 0);
  return dx * dx + dy * dy <= radius * radius;
}

/** Red, green, blue and opacity at a point. */
function colour(x, y) {
  if (!isInRounded(x, y, 0, 0, SIZE, SIZE, 44)) return [0, 0, 0, 0];
  for (const [row, fields] of ROWS.entries()) {
    const top = EDGE + row * HEIGHT;
    for (const [rgb, column, columns] of fields) {
      const left = EDGE + column * CELL;
      const box = [left + GAP, top + GAP, left + columns * CELL - GAP, top + HEIGHT - GAP];
      if (isInRounded(x, y, ...box, 6)) return [...rgb, 255];
    }
  }
  return [...BACK, 255];
}

function pixel(x, y) {
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < SAMPLES * SAMPLES; i++) {
    const dx = ((i % SAMPLES) + 0.5) / SAMPLES;
    const dy = (Math.floor(i / SAMPLES) + 0.5) / SAMPLES;
    const [r, g, b, a] = colour(x + dx, y + dy);
    sum[0] += r * a;
    sum[1] += g * a;
    sum[2] += b * a;
    sum[3] += a;
  }
  const rgb = sum.slice(0, 3).map((value) => (sum[3] ? Math.round(value / sum[3]) : 0));
  return [...rgb, Math.round(sum[3] / (SAMPLES * SAMPLES))];
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

const header = Buffer.alloc(13);
header.writeUInt32BE(SIZE, 0);
header.writeUInt32BE(SIZE, 4);
header.set([8, 6, 0, 0, 0], 8);
const rows = [];
for (let y = 0; y < SIZE; y++) {
  rows.push(0);
  for (let x = 0; x < SIZE; x++) rows.push(...pixel(x, y));
}
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const image = chunk('IDAT', deflateSync(Buffer.from(rows), { level: 9 }));
const png = Buffer.concat([signature, chunk('IHDR', header), image, chunk('IEND', Buffer.alloc(0))]);
writeFileSync(new URL('../icon.png', import.meta.url), png);
