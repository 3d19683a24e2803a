import { and, desc, eq, gte, lt, lte, ne, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { AllSignalsQuery } from '#contract/admin-signals.ts';
import type { Database } from '#server/database/connection.ts';
import { outcomes, recordLeaves, signals, ticks, users } from '#server/database/schema.ts';
import type { SignalRow } from './signals.repository.ts';

/** A signal with its position in the record and what decided it. */
export interface RecordedSignal {
  readonly signal: SignalRow;
  readonly leaf: Pick<typeof recordLeaves.$inferSelect, 'index' | 'leafHash' | 'at'>;
  readonly outcome: typeof outcomes.$inferSelect | null;
}

interface PageOf {
  readonly filters: Omit<AllSignalsQuery, 'cursor' | 'limit'>;
  /** Numbers below this one; null: from the newest on. */
  readonly before: number | null;
  readonly limit: number;
}

const chosen = ({ q, user, aiModel, symbol, result, from, to }: PageOf['filters']): SQL | undefined =>
  and(
    q ? named(q) : undefined,
    user === undefined ? undefined : eq(signals.userId, user),
    aiModel && eq(signals.aiModel, aiModel),
    symbol === undefined ? undefined : eq(signals.symbol, symbol),
    result && (result === 'open' ? ne(signals.status, 'settled') : eq(signals.result, result)),
    from === undefined ? undefined : gte(recordLeaves.at, new Date(from)),
    to === undefined ? undefined : lt(recordLeaves.at, new Date(to)),
  );

/** Matches a complete id or number; anything else matches no signal. */
const named = (q: string): SQL | undefined => {
  const id = z.uuid().safeParse(q);
  if (id.success) return eq(recordLeaves.signalId, id.data);
  const number = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).safeParse(q);
  return eq(recordLeaves.index, number.success ? number.data : -1);
};

const recorded = (db: Database) =>
  db
    .select({
      signal: signals,
      leaf: { index: recordLeaves.index, leafHash: recordLeaves.leafHash, at: recordLeaves.at },
      outcome: outcomes,
    })
    .from(recordLeaves)
    .innerJoin(signals, eq(signals.id, recordLeaves.signalId))
    .leftJoin(outcomes, eq(outcomes.signalId, signals.id));

/** In the order of the record, newest first: its numbers mark where a page ends. */
export const listAllSignals = (db: Database, { filters, before, limit }: PageOf): Promise<RecordedSignal[]> =>
  recorded(db)
    .where(
      and(
        eq(recordLeaves.kind, 'signal'),
        chosen(filters),
        before === null ? undefined : lt(recordLeaves.index, before),
      ),
    )
    .orderBy(desc(recordLeaves.index))
    .limit(limit);

export const findRecordedSignal = async (db: Database, id: string): Promise<RecordedSignal | undefined> =>
  (await recorded(db).where(and(eq(recordLeaves.kind, 'signal'), eq(signals.id, id))))[0];

export const findOwner = async (db: Database, id: string): Promise<{ id: string; email: string } | undefined> =>
  (await db.select({ id: users.id, email: users.email }).from(users).where(eq(users.id, id)))[0];

/** Ticks of a market and pair in [from, to]. */
export const listTicks = (
  db: Database,
  { feed, symbol }: Pick<SignalRow, 'feed' | 'symbol'>,
  from: Date,
  to: Date,
): Promise<Pick<typeof ticks.$inferSelect, 'time' | 'bid' | 'ask'>[]> =>
  db
    .select({ time: ticks.time, bid: ticks.bid, ask: ticks.ask })
    .from(ticks)
    .where(and(eq(ticks.feed, feed), eq(ticks.symbol, symbol), gte(ticks.time, from), lte(ticks.time, to)))
    .orderBy(ticks.time);
