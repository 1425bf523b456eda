// Several packets of a definition, side by side: which fields are different.
import type { Packet } from './server';

/** A field, and what each packet has there; a packet may not have it. */
export interface Compared {
  path: string;
  values: (string | undefined)[];
  line: number | undefined;
  isDifferent: boolean;
}

/** More are not read: a panel is for looking at a few. */
export const MOST_PACKETS = 20;

/** The packets of a text: one a line where each line is as long as it says, or else those between empty lines. */
export function packetsOf(text: string): string[] {
  const parts = (pattern: RegExp) => text.split(pattern).map((part) => part.trim()).filter(Boolean);
  const lines = parts(/\r?\n/);
  return lines.length > 1 && lines.every(isAsLongAsItSays) ? lines : parts(/\r?\n[^\S\n]*\r?\n/);
}

function isAsLongAsItSays(line: string): boolean {
  const digits = line.replace(/0x|[\s,:;-]/gi, '');
  const length = Number.parseInt(digits.slice(2, 4) + digits.slice(0, 2), 16);
  return /^[0-9a-f]{8,}$/i.test(digits) && length * 2 === digits.length;
}

/** In the order of the first packet; what it does not have follows where the others have it. */
export function compared(packets: Packet[]): Compared[] {
  const found = new Map<string, Compared>();
  packets.forEach(({ rows }, n) => {
    let before = '';
    for (const { path, what, value, range } of rows) {
      // Where a field is follows from the others.
      if (what !== 'field' && what !== 'count') continue;
      const key = what === 'count' ? `count of ${path}` : path;
      let row = found.get(key);
      if (!row) {
        row = { path: key, values: [], line: range?.start.line, isDifferent: false };
        insertAfter(found, before, key, row);
      }
      row.values[n] = value;
      before = key;
    }
  });
  return [...found.values()].map((row) => {
    const values = packets.map((_, n) => row.values[n]);
    return { ...row, values, isDifferent: values.some((value) => value !== values[0]) };
  });
}

function insertAfter<V>(map: Map<string, V>, before: string, key: string, value: V): void {
  const entries = [...map];
  const at = entries.findIndex(([known]) => known === before) + 1;
  if (at === entries.length) {
    map.set(key, value);
    return;
  }
  map.clear();
  for (const [known, kept] of [...entries.slice(0, at), [key, value] as const, ...entries.slice(at)]) {
    map.set(known, kept);
  }
}
