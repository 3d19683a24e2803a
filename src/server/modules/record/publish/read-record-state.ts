import type { SystemState } from '#contract/admin/system.ts';
import { toInstant } from '#contract/wire.ts';
import type { Database } from '#server/database/connection.ts';
import { countLeaves } from '../append/record.repository.ts';
import { findLastCheckpoint } from '../sign/record-tree.repository.ts';

/** Length of the record, and how much of it was signed when. */
export async function readRecordState(
  db: Database,
  witnesses: SystemState['record']['witnesses'],
): Promise<SystemState['record']> {
  const [size, checkpoint] = await Promise.all([countLeaves(db), findLastCheckpoint(db)]);
  return {
    size,
    witnesses,
    checkpoint: checkpoint ? { size: checkpoint.size, signedAt: toInstant(checkpoint.signedAt.getTime()) } : null,
  };
}
