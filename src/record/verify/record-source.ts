import type {
  CosignedCheckpoints,
  RecordEntries,
  RecordEntry,
  RecordFigures,
  RecordStart,
} from '#contract/record/record.ts';
import type { ReadTile } from '#record/signed-tiles.ts';

/** The server answers, but does not serve what a record must publish. */
export class Withheld extends Error {}

/** A log as C2SP tlog-tiles serves it: a record, a mirror or another server. */
export interface TileSource {
  readonly name: string;
  checkpoint(): Promise<string>;
  readonly tile: ReadTile;
  /** The entries of a bundle, those that are not open yet with the length 0. */
  bundle(n: number, width: number): Promise<Uint8Array>;
}

/** A record as published. Every call may reject with `Withheld`, or with what keeps it from an answer. */
export interface RecordSource extends TileSource {
  start(): Promise<RecordStart>;
  /** Cosigned checkpoints of at least `from` leaves, smallest first, at most 1,000. */
  checkpoints(from: number): Promise<CosignedCheckpoints>;
  /** As the page of the record asks. */
  figures(days: RecordFigures['days']): Promise<RecordFigures>;
  entries(): Promise<RecordEntries>;
  entry(index: number): Promise<RecordEntry>;
}
