import type { RecordSummary } from '#contract/record-views.ts';
import { toInstant } from '#contract/wire.ts';
import type { Database } from '#server/database/connection.ts';
import { countLeaves, findFirstLeafAt } from './record.repository.ts';

export type ReadSummary = () => Promise<RecordSummary>;

interface Needs extends Pick<RecordSummary, 'feed' | 'payout' | 'excludesThinHours'> {
  readonly db: Database;
}

export const createReadSummary =
  ({ db, ...known }: Needs): ReadSummary =>
  async () => {
    const [size, since] = await Promise.all([countLeaves(db), findFirstLeafAt(db)]);
    return { size, since: since ? toInstant(since.getTime()) : null, ...known };
  };
