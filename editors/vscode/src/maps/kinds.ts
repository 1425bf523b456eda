// The kinds of map files that are shown, and the ways in which each can be drawn.
import { dirname, extname } from 'node:path';

export type Kind = 'gat' | 'apd' | 'ifo' | 'zon' | 'zgd' | 'stb';

/** A way to draw a file: what the person chooses, and what `landwright render` is asked for. */
export interface Look {
  name: string;
  options: string[];
  /** Draws the block alone, and not the zone that it belongs to. */
  isBlock?: true;
}

/** A larger file is not opened here. The largest maps of the games have a fifth of that. */
export const MOST_BYTES = 128 * 1024 * 1024;

const ZONE: Look[] = [
  { name: 'Heights', options: [] },
  { name: 'Tiles', options: ['--ground', 'tiles'] },
  { name: 'Walkable ground', options: ['--ground', 'walks'] },
  { name: 'Names', options: ['--names'] },
];

/** The first look of a kind is the one that a file opens with; a table has none. */
export const LOOKS: Record<Kind, Look[]> = {
  gat: [
    { name: 'Types', options: [] },
    { name: 'Heights', options: ['--colours', 'heights'] },
    { name: 'Slope', options: ['--colours', 'slope'] },
    { name: 'Islands', options: ['--colours', 'islands'] },
    { name: 'rAthena', options: ['--colours', 'rathena'] },
    { name: 'Types, colour-blind', options: ['--palette', 'colour-blind'] },
  ],
  apd: [
    { name: 'Edges', options: [] },
    { name: 'Nodes', options: ['--layer', 'nodes'] },
    { name: 'Density', options: ['--layer', 'density'] },
    { name: 'Floors', options: ['--layer', 'floors'] },
  ],
  zon: ZONE,
  ifo: [
    ...ZONE.map((look) => ({ ...look, name: `Zone: ${look.name.toLowerCase()}` })),
    ...ZONE.map((look): Look => ({ ...look, name: `Block: ${look.name.toLowerCase()}`, isBlock: true })),
  ],
  zgd: [{ name: 'Floors', options: [] }],
  stb: [],
};

export function kindOf(path: string): Kind | undefined {
  const ending = extname(path).slice(1).toLowerCase();
  return Object.hasOwn(LOOKS, ending) ? ending as Kind : undefined;
}

/** What is checked with a file: a zone is checked as a whole. */
export function checkedWith(path: string): string {
  const kind = kindOf(path);
  return kind === 'ifo' || kind === 'zon' ? dirname(path) : path;
}
