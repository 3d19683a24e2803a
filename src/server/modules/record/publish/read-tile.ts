import type { MarketClock } from '#domain/time.ts';
import { subtreesOfTile, type Tile, tileWidth, widthInTree } from '#record/tile.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { isOpenLeaf } from '../append/open-leaf.ts';
import { listLeaves } from '../append/record.repository.ts';
import type { Checkpoints } from '../sign/checkpoints.ts';
import { listSubtrees } from '../sign/record-tree.ts';

interface ReadTileDependencies {
  readonly db: Database;
  readonly checkpoints: Pick<Checkpoints, 'newest'>;
  readonly clock: MarketClock;
}

/**
 * Hashes of the signed tree, or entries of it; throws not_found beyond its end. Never more than a
 * checkpoint has signed: what is not signed yet could still change.
 */
export async function readTile({ db, checkpoints, clock }: ReadTileDependencies, tile: Tile): Promise<Buffer> {
  const level = tile.level === 'entries' ? 0 : tile.level;
  const signed = (await checkpoints.newest())?.size ?? 0;
  if (tile.width > widthInTree(level, tile.n, signed)) throw apiError('not_found');
  return tile.level === 'entries'
    ? readBundle(db, tile, clock)
    : Buffer.concat(await listSubtrees(db, subtreesOfTile(level, tile)));
}

/** The same for every leaf: the exact time would reveal the duration of a signal before it opens. */
const retryAfterS = 60;

async function readBundle(db: Database, { n, width }: Tile, clock: MarketClock): Promise<Buffer> {
  const leaves = await listLeaves(db, n * tileWidth, width);
  const now = clock.now();
  const closedAt = leaves.findIndex((leaf) => !isOpenLeaf(leaf, now));
  // Entries that are not public yet; `open`: how many can be requested as a partial bundle.
  if (closedAt >= 0) throw apiError('leaf_not_open', { retryAfterS, details: { open: closedAt } });
  return writeBundle(leaves.map(({ leaf }) => leaf.leaf));
}

/** The largest entry, in bytes: its length is stated in 16 bits. */
const maxEntryBytes = 65_535;

/**
 * Canonical leaves as C2SP tlog-tiles bundles them: each preceded by its length, big-endian uint16.
 * Throws a RangeError for an entry that is too long.
 */
export function writeBundle(entries: readonly string[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const bytes = Buffer.from(entry);
      if (bytes.length > maxEntryBytes) throw new RangeError(`an entry of ${bytes.length} bytes fits no bundle`);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** Throws a RangeError when the last entry is incomplete. */
export function parseBundle(bundle: Buffer): string[] {
  const entries: string[] = [];
  for (let at = 0; at < bundle.length; ) {
    const end = at + 2 + bundle.readUInt16BE(at);
    if (end > bundle.length) throw new RangeError('the last entry of the bundle is incomplete');
    entries.push(bundle.toString('utf8', at + 2, end));
    at = end;
  }
  return entries;
}
