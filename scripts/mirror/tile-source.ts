import type { Tile } from '#record/tile.ts';

/** Where the tiles of a log are read: a server or a folder (C2SP tlog-tiles). */
export interface TileSource {
  /** Its address or path, for messages. */
  readonly name: string;
  /** The newest signed note. */
  checkpoint(): Promise<string>;
  /** The first `width` hashes of a tile. */
  hashes(tile: HashTile): Promise<Buffer[]>;
  /** The opened entries at the start of bundle `n`, at most `width`. */
  entries(n: number, width: number): Promise<string[]>;
}

export interface HashTile extends Tile {
  readonly level: number;
}

/** What a log served cannot be true beside what it signed. */
export class Contradiction extends Error {}

const hashBytes = 32;

export function splitHashes(bytes: Buffer, what: string): Buffer[] {
  if (bytes.length % hashBytes !== 0) throw new Contradiction(`${what} has ${bytes.length} bytes`);
  return Array.from({ length: bytes.length / hashBytes }, (_, i) => bytes.subarray(i * hashBytes, (i + 1) * hashBytes));
}
