import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/connection.ts';
import { signals, ticks, users } from '#server/database/schema.ts';

type NewSignal = typeof signals.$inferInsert;

export async function aUser(db: Database, change: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const id = randomUUID();
  const base = {
    id,
    email: `${id}@kurs.example`,
    passwordHash: 'none',
    lang: 'en' as const,
    isActivated: true,
    passwordProvenAt: new Date(0),
    createdAt: new Date(0),
  };
  const proof = change.referralId ? { referralProof: 'sandbox' as const } : {};
  await db.insert(users).values({ ...base, ...proof, ...change });
  return id;
}

export const issuedAt = Date.parse('2026-03-02T09:00:00.000Z');
export const expiresAt = issuedAt + 200 + 180_000;

/** A live three-minute BUY on EURUSD from 1.10000, one per user. */
export async function aLiveSignal(db: Database, change: Partial<NewSignal> = {}): Promise<NewSignal> {
  const signal: NewSignal = {
    id: randomUUID(),
    userId: change.userId ?? (await aUser(db)),
    symbol: 'EURUSD',
    direction: 'BUY',
    aiModel: 'kurs_ai_v1',
    modelVersion: 'test',
    duration: 3,
    pUp: 0.57,
    passability: 57,
    payout: 0.82,
    feed: 'simulated:1',
    issuedAt: new Date(issuedAt),
    status: 'live',
    openPrice: 1.1,
    openedAt: new Date(issuedAt + 200),
    expiresAt: new Date(expiresAt),
    analytics: {
      baseRate: 0.5,
      breakEven: 0.55,
      contributions: [],
      indicators: [],
      levels: [],
      sampleSize: 1,
      text: '',
    },
    ...change,
  };
  await db.insert(signals).values(signal);
  return signal;
}

export async function aTick(db: Database, time: number, mid: number, feed = 'simulated:1'): Promise<void> {
  await db
    .insert(ticks)
    .values({ feed, symbol: 'EURUSD', time: new Date(time), bid: mid - 0.00001, ask: mid + 0.00001 });
}
