import { and, between, desc, eq, gte, lt, lte, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isId } from '#contract/wire.ts';
import type { AllSignalsQuery } from '#contract/admin/signals.ts';
import type { Database } from '#server/database/connection.ts';
import { countUpTo } from '#server/database/pages.ts';
import { modelOfLeaf, symbolOfLeaf } from '#server/database/tables/leaf-indexes.ts';
import { outcomes, recordLeaves, signals, ticks, users } from '#server/database/schema.ts';
import type { SignalRow } from '../signals.repository.ts';

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

/** What the leaf itself shows, by its indexes in the order of the record. */
const onLeaf = (filters: PageOf['filters']): SQL | undefined => {
  const { q, aiModel, symbol } = filters;
  return and(
    eq(recordLeaves.kind, 'signal'),
    q ? named(q) : undefined,
    aiModel && eq(modelOfLeaf(recordLeaves.leaf), aiModel),
    symbol === undefined ? undefined : eq(symbolOfLeaf(recordLeaves.leaf), symbol),
    // An expression, so that a page is read in the order of the record and not sorted from all of the period.
    inPeriod(filters, sql`${recordLeaves.at} + interval '0'`),
  );
};

const inPeriod = ({ from, to }: PageOf['filters'], at: SQLWrapper = recordLeaves.at): SQL | undefined =>
  and(from === undefined ? undefined : gte(at, new Date(from)), to === undefined ? undefined : lt(at, new Date(to)));

/** Where the signals of the period are in the record, so that no newer ones are read to find them. */
async function placesOfPeriod(db: Database, filters: PageOf['filters']): Promise<SQL | undefined> {
  if (filters.from === undefined && filters.to === undefined) return undefined;
  // An expression, because a plain minimum would be searched for in the order of the record.
  const place = sql`${recordLeaves.index} + 0`;
  const [places] = await db
    .select({ first: sql<string | null>`min(${place})`, last: sql<string | null>`max(${place})` })
    .from(recordLeaves)
    .where(and(eq(recordLeaves.kind, 'signal'), inPeriod(filters)));
  return between(recordLeaves.index, Number(places?.first ?? 0), Number(places?.last ?? -1));
}

const onSignal = ({ user, result }: PageOf['filters']): SQL | undefined =>
  and(
    user === undefined ? undefined : eq(signals.userId, user),
    result && (result === 'open' ? ne(signals.status, 'settled') : eq(signals.result, result)),
  );

/** Beyond these, signals of a kind are frequent enough to be met soon in the order of the record. */
const maxChosen = 5_000;

/**
 * Few signals of a user or with a rare result are chosen first and looked up in the record: in its
 * order, all leaves would be read to find them.
 */
async function onFewSignals(db: Database, filters: PageOf['filters']): Promise<SQL | undefined> {
  const condition = onSignal(filters);
  const { user, result } = filters;
  if (user === undefined && result !== 'void' && result !== 'neutral' && result !== 'open') return condition;
  const chosen = db.select({ id: signals.id }).from(signals).where(condition);
  const count = await countUpTo(db, chosen, maxChosen);
  return count === null ? condition : sql`${recordLeaves.signalId} = any(array(${chosen}))`;
}

/** Matches a complete id or number; anything else matches no signal. */
const named = (q: string): SQL | undefined => {
  if (isId(q)) return eq(recordLeaves.signalId, q);
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
export const listAllSignals = async (db: Database, { filters, before, limit }: PageOf): Promise<RecordedSignal[]> =>
  recorded(db)
    .where(
      and(
        onLeaf(filters),
        await placesOfPeriod(db, filters),
        await onFewSignals(db, filters),
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
