import { minuteMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { digestSubscriptions } from '#server/database/tables/digest-tables.ts';
import { aLiveSignal } from '#tests/support/a-signal.ts';
import { insertPeople, userId } from '../people.ts';

/** People who request nothing, and want the weekly digest; each has one result in the week before. */
const ids = [12, 13, 14].map(userId);

const issuedAt = Date.parse('2026-02-25T12:00:00.000Z');
/** Of another market, so that it is no signal of the simulation. */
const settledLastWeek = {
  feed: 'simulated:0',
  issuedAt: new Date(issuedAt),
  openedAt: new Date(issuedAt),
  expiresAt: new Date(issuedAt + 3 * minuteMs),
  closePrice: 1.2,
  status: 'settled',
  result: 'successful',
} as const;

export async function insertSubscribers(db: Database, checkedAt: number): Promise<void> {
  await insertPeople(db, ids, checkedAt);
  await db.insert(digestSubscriptions).values(ids.map((id) => ({ userId: id, since: new Date(0) })));
  for (const id of ids) await aLiveSignal(db, { id, userId: id, ...settledLastWeek });
}
