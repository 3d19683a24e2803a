import type { MarketClock } from '#domain/clock.ts';
import { subtreesOfTile, type Tile, tileWidth, widthInTree } from '#record/tile.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Checkpoints } from '../sign/checkpoints.ts';
import { writeBundle } from './entry-bundle.ts';
import { isOpenLeaf } from '../append/open-leaf.ts';
import { listLeaves } from '../append/record.repository.ts';
import { listSubtrees } from '../sign/record-tree.repository.ts';

/** Hashes of the signed tree, or entries of it; throws not_found beyond its end. */
export type ReadTile = (tile: Tile) => Promise<Buffer>;

interface ReadTileDependencies {
  readonly db: Database;
  readonly checkpoints: Pick<Checkpoints, 'newest'>;
  /** Decides what has expired. */
  readonly clock: MarketClock;
}

/** The same for every leaf: the exact time would reveal the duration of a signal before it opens. */
const retryAfterS = 60;

/** Never more than a checkpoint has signed: what is not signed yet could still change. */
export const createReadTile = ({ db, checkpoints, clock }: ReadTileDependencies): ReadTile => {
  const readEntries = async ({ n, width }: Tile): Promise<Buffer> => {
    const leaves = await listLeaves(db, n * tileWidth, width);
    const now = clock.now();
    const closedAt = leaves.findIndex((leaf) => !isOpenLeaf(leaf, now));
    // Entries that are not public yet; `open`: how many can be requested as a partial bundle.
    if (closedAt >= 0) throw apiError('leaf_not_open', { retryAfterS, details: { open: closedAt } });
    return writeBundle(leaves.map(({ leaf }) => leaf.leaf));
  };
  return async (tile) => {
    const level = tile.level === 'entries' ? 0 : tile.level;
    const signed = (await checkpoints.newest())?.size ?? 0;
    if (tile.width > widthInTree(level, tile.n, signed)) throw apiError('not_found');
    return tile.level === 'entries'
      ? readEntries(tile)
      : Buffer.concat(await listSubtrees(db, subtreesOfTile(level, tile)));
  };
};
