import type { Subtree } from './merkle-path.ts';

/** Hashes of a full tile, and entries of a full bundle. */
export const tileWidth = 256;
const tileHeight = 8;
const maxLevel = 63;

/** Hashes, or entries, from the start of tile `n` of a level. C2SP tlog-tiles. */
export interface Tile {
  /** Hashes of a tile of level l are the roots of 256^l leaves each. */
  readonly level: number | 'entries';
  readonly n: number;
  /** 1 to 256. */
  readonly width: number;
}

/** Number of hashes that tile `n` of a level has in the tree of `size` leaves: 0 to 256. */
export const widthInTree = (level: number, n: number, size: number): number =>
  Math.max(0, Math.min(tileWidth, Math.floor(size / tileWidth ** level) - n * tileWidth));

/** The subtrees whose hashes a tile consists of. */
export const subtreesOfTile = (level: number, { n, width }: Pick<Tile, 'n' | 'width'>): Subtree[] =>
  Array.from({ length: width }, (_, i) => ({ level: tileHeight * level, position: n * tileWidth + i }));

/** The path below the prefix of a log: `tile/0/x001/x234/067`, `tile/entries/003.p/17`. */
export const tilePath = ({ level, n, width }: Tile): string =>
  `tile/${level}/${getGroups(n)}${width === tileWidth ? '' : `.p/${width}`}`;

function getGroups(n: number): string {
  const last = String(n % 1000).padStart(3, '0');
  return n < 1000 ? last : `${getGroups(Math.floor(n / 1000)).replace(/(\d{3})$/, 'x$1')}/${last}`;
}

/** The level that a path names; null: not a level. */
export const parseLevel = (text: string): number | null =>
  /^(0|[1-9]\d?)$/.test(text) && Number(text) <= maxLevel ? Number(text) : null;

/** Reads `x001/x234/067.p/17`; the name of the parameter that is malformed. */
export function parseTilePath(text: string): Pick<Tile, 'n' | 'width'> | 'N' | 'W' {
  const [groups = '', width, ...more] = text.split('.p/');
  const n = Number(groups.replaceAll(/[x/]/g, ''));
  if (!/^(x\d{3}\/)*\d{3}$/.test(groups) || !Number.isSafeInteger(n) || getGroups(n) !== groups) return 'N';
  if (width === undefined) return { n, width: tileWidth };
  if (!/^[1-9]\d{0,2}$/.test(width) || Number(width) >= tileWidth || more.length > 0) return 'W';
  return { n, width: Number(width) };
}
