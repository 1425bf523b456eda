// Has `landwright` draw a file or write its table, in a folder that is gone afterwards.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { type Grid, readGrid } from './csv';
import { kindOf, type Look } from './kinds';
import type { Program } from './program';

export function draw(program: Program, path: string, look: Look, signal: AbortSignal): Promise<Uint8Array> {
  return inScratch(async (folder) => {
    const out = join(folder, 'picture.png');
    const subject = kindOf(path) === 'ifo' && !look.isBlock ? dirname(path) : path;
    await program.ask(['render', subject, ...look.options, '-o', out], signal);
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
