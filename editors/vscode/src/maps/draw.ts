// Has `landwright` draw a file or write its table, in a folder that is gone afterwards.
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { type Grid, readGrid } from './csv';
import { kindOf, type Look } from './kinds';
import type { Program } from './program';

export function draw(program: Program, path: string, look: Look, signal: AbortSignal): Promise<Uint8Array> {
  return inScratch(async (folder) => {
    const out = join(folder, 'picture.png');
    const subject = kindOf(path) === 'zgd'
      ? await areaOf(program, path, folder, signal)
      : kindOf(path) === 'ifo' && !look.isBlock ? dirname(path) : path;
    const floors = kindOf(path) === 'zgd' ? ['--layer', 'floors'] : [];
    await program.ask(['render', subject, ...look.options, ...floors, '-o', out], signal);
    return readFile(out);
  });
}

export function tableOf(program: Program, path: string, signal: AbortSignal): Promise<Grid> {
  return inScratch(async (folder) => {
    const out = join(folder, 'table.csv');
    await program.ask(['export', path, '-o', out], signal);
    return readGrid(await readFile(out, 'utf8'));
  });
}

/** Whatever happens to the job, its files go. */
export async function inScratch<T>(job: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'landwright-'));
  try {
    return await job(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `render` draws the geometry of a zone as the floors of an area: here of one without nodes. */
async function areaOf(program: Program, zgd: string, folder: string, signal: AbortSignal): Promise<string> {
  const [x, y] = [1000, 1000];
  const squares = Array.from({ length: 120 * 120 }, () => [0, 0]);
  const area = { format: 'apd', file: { nodes: [], zones: [{ x, y, squares }] } };
  const [json, apd] = [join(folder, 'area.json'), join(folder, 'area.apd')];
  await copyFile(zgd, join(folder, `x${x}y${y}.zgd`));
  await writeFile(json, JSON.stringify(area));
  await program.ask(['build', json, '-o', apd], signal);
  return apd;
}
