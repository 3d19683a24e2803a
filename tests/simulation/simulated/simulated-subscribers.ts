import { minuteMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { signals } from '#server/database/schema.ts';
import { digestSubscriptions } from '#server/database/tables/recap-tables.ts';
import { insertPeople, userId } from '../people.ts';

/** People who request nothing, and want the weekly digest; each has one result in the week before. */
export const subscribers = [12, 13, 14].map(userId);

export async function insertSubscribers(db: Database, checkedAt: number): Promise<void> {
  await insertPeople(db, subscribers, checkedAt);
  await db.insert(digestSubscriptions).values(subscribers.map((id) => ({ userId: id, since: new Date(0) })));
  await db.insert(signals).values(subscribers.map(settledLastWeek));
}

const issuedAt = Date.parse('2026-02-25T12:00:00.000Z');

/** Of another market, so that it is no signal of the simulation. */
const settledLastWeek = (id: string): typeof signals.$inferInsert => ({
  id,
  userId: id,
  symbol: 'EURUSD',
  direction: 'BUY',
  aiModel: 'kurs_ai_v1',
  modelVersion: 'test',
  duration: 3,
  pUp: 0.57,
  passability: 57,
  feed: 'simulated:0',
  issuedAt: new Date(issuedAt),
  status: 'settled',
  openPrice: 1.1,
  openedAt: new Date(issuedAt),
  expiresAt: new Date(issuedAt + 3 * minuteMs),
  closePrice: 1.2,
  result: 'successful',
  analytics: {
    baseRate: 0.5,
    breakEven: 0.55,
    contributions: [],
    indicators: [],
    levels: [],
    sampleSize: 1,
    text: '',
  },
});
