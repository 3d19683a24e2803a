import type { Database } from '#server/database/connection.ts';
import type { Checkpoints } from '../sign/checkpoints.ts';
import { countLeaves } from '../append/record.repository.ts';
import { RecordError } from '../sign/record-error.ts';
import type { CheckpointRow } from '../sign/record-tree.repository.ts';

/** The signed state of all that is recorded now. */
export async function readHead(db: Database, checkpoints: Pick<Checkpoints, 'newest'>): Promise<CheckpointRow> {
  const size = await countLeaves(db);
  const newest = await checkpoints.newest(size);
  if (!newest || newest.size < size) throw new RecordError('the record cannot be signed at the moment');
  return newest;
}
