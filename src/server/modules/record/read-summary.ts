import type { RecordSummary } from '#contract/record-views.ts';
import { toInstant } from '#contract/wire.ts';
import type { Database } from '#server/database/connection.ts';
import { countLeaves, findFirstLeafAt, findPlayedMinutes } from './record.repository.ts';

export type ReadSummary = () => Promise<RecordSummary>;

interface Needs extends Pick<RecordSummary, 'feed' | 'payout' | 'excludesThinHours'> {
  readonly db: Database;
}

export const createReadSummary =
  ({ db, ...known }: Needs): ReadSummary =>
  async () => {
    const [size, since, played] = await Promise.all([countLeaves(db), findFirstLeafAt(db), findPlayedMinutes(db)]);
    return {
      size,
      since: since ? toInstant(since.getTime()) : null,
      ...known,
      played: played && { ...played, from: toInstant(played.from.getTime()), to: toInstant(played.to.getTime()) },
    };
  };
