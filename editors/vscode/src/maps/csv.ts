// Reads the table that `landwright export` writes.

export interface Grid {
  heads: string[];
  rows: string[][];
  /** So many rows are in the table; `rows` may hold fewer. */
  nRows: number;
}

/** More rows are not sent to the page. */
export const MOST_ROWS = 5000;

/** The column in which `export` keeps what `import` needs; it is no part of the table. */
const KEPT = 'base';

export function readGrid(text: string, mostRows = MOST_ROWS): Grid {
  const [heads = [], ...rows] = records(text.replace(/^\ufeff/, ''));
  const nColumns = heads.at(-1) === KEPT ? heads.length - 1 : heads.length;
  return {
    heads: heads.slice(0, nColumns),
    rows: rows.slice(0, mostRows).map((row) => row.slice(0, nColumns)),
    nRows: rows.length,
  };
}

/** Fields in quotes may hold commas, ends of lines, and quotes, which are doubled. */
function records(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  // A field, quoted or not, and what ends it.
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (end === '' && record.length === 0 && quoted === undefined && plain === '') break;
    record.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    records.push(record);
    record = [];
    if (end === '') break;
  }
  return records;
}
