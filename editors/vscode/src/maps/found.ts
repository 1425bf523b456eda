// What `landwright check --format json` reports, in the words that are shown.

export type Severity = 'error' | 'warning' | 'information' | 'hint';

export interface Found {
  file: string;
  code: string;
  severity: Severity;
  message: string;
  /** Where it is, such as `cell (12, 121)`; empty where it is all of the file. */
  place: string;
  /** The cell of a map, which a picture of it can show. */
  cell?: [number, number];
}

interface Spot {
  kind: string;
  thing?: string;
  list?: string;
  index?: number;
  id?: number;
  node?: number;
  octant?: number;
  x?: number;
  y?: number;
  start?: number;
  end?: number;
  line?: number;
}

interface Reported extends Omit<Found, 'place' | 'cell'> {
  place: Spot;
  more?: number;
}

export function readFound(json: string): Found[] {
  if (json.trim() === '') return [];
  const { problems } = JSON.parse(json) as { problems: Reported[] };
  return problems.map(({ file, code, severity, message, place, more }) => ({
    file,
    code,
    severity,
    message: more ? `${message}, and ${more} more like it` : message,
    place: words(place),
    ...(place.thing === 'cell' && { cell: [place.x ?? 0, place.y ?? 0] as [number, number] }),
  }));
}

function words(spot: Spot): string {
  const hex = (n = 0) => `0x${n.toString(16)}`;
  if (spot.kind === 'bytes') return `bytes ${hex(spot.start)} to ${hex(spot.end)}`;
  if (spot.kind === 'text') return spot.line ? `line ${spot.line}` : `byte ${spot.start}`;
  if (spot.kind !== 'thing') return '';
  switch (spot.thing) {
    case 'cell': return `cell (${spot.x}, ${spot.y})`;
    case 'edge': return `edge ${spot.octant} of node ${spot.node}`;
    case 'object': return `${spot.list} ${spot.index}${spot.id === undefined ? '' : ` (#${spot.id})`}`;
    default: return [spot.thing, spot.index].filter((part) => part !== undefined).join(' ');
  }
}
