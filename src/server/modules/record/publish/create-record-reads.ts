import type { MarketClock } from '#domain/time.ts';
import { subtreesOfTile, type Tile, tileWidth, widthInTree } from '#record/tile.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { ModelMetadata } from '#server/modules/models/models.api.ts';
import { writeBundle } from './entry-bundle.ts';
import { createReadEntries } from './read-entries.ts';
import { createReadRecord } from './read-record.ts';
import { isOpenLeaf } from '../append/open-leaf.ts';
import { listLeaves } from '../append/record.repository.ts';
import { createReadCalibrations } from '../figures/read-calibrations.ts';
import { createReadEquity } from '../figures/read-equity.ts';
import { createReadModelFigures } from '../figures/read-model-figures.ts';
import { createReadOverall, createReadRecordSums, type FiguresDependencies } from '../figures/read-record-sums.ts';
import type { Checkpoints } from '../sign/checkpoints.ts';
import { listSubtrees } from '../sign/record-tree.repository.ts';
import type { ProofsOfLeaves } from '../witnesses/read-proofs.ts';

interface RecordReadsDependencies extends FiguresDependencies {
  readonly checkpoints: Pick<Checkpoints, 'newest'>;
  readonly getProofs: ProofsOfLeaves;
  readonly metadata: ModelMetadata;
}

export function createRecordReads(needs: RecordReadsDependencies) {
  const { db, metadata: cards, feed } = needs;
  const sums = createReadRecordSums({ db, feed });
  const readCalibrations = createReadCalibrations({ db, feed, versions: cards });
  return {
    readRecord: createReadRecord(needs),
    readTile: (tile: Tile) => readTile(needs, tile),
    readEntries: createReadEntries(needs),
    readCalibrations,
    readModelFigures: createReadModelFigures({ ...needs, sums, readCalibrations, cards }),
    readOverall: createReadOverall({ ...needs, sums }),
    readEquity: createReadEquity(needs),
  };
}

/**
 * Hashes of the signed tree, or entries of it; throws not_found beyond its end. Never more than a
 * checkpoint has signed: what is not signed yet could still change.
 */
async function readTile({ db, checkpoints, clock }: RecordReadsDependencies, tile: Tile): Promise<Buffer> {
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
