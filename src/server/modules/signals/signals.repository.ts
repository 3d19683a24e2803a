import { and, desc, eq, getTableColumns, gt, inArray, isNull, lt, min, ne, not, or, sql } from 'drizzle-orm';
import { durationMs, maxDuration } from '#domain/market/duration.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { minuteMs } from '#domain/time.ts';
import type { Database, Executor, Transaction } from '#server/database/connection.ts';
import { type outcomes, signals } from '#server/database/schema.ts';

export type SignalRow = typeof signals.$inferSelect;
export type NewOutcome = typeof outcomes.$inferInsert;

/**
 * Returns the ids of the stored rows; a user with an active signal keeps the existing one. Sorted
 * by user, so that two processes that store for the same users cannot deadlock.
 */
export const insertSignals = async (tx: Transaction, rows: readonly SignalRow[]): Promise<Set<string>> => {
  const stored = await tx
    .insert(signals)
    .values(rows.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)))
    .onConflictDoNothing()
    .returning({ id: signals.id });
  return new Set(stored.map(({ id }) => id));
};

/** The user's own signal, unless it is deleted. */
export const findSignalOfUser = async (db: Executor, id: string, userId: string): Promise<SignalRow | undefined> =>
  (
    await db
      .select()
      .from(signals)
      .where(and(eq(signals.id, id), eq(signals.userId, userId), isNull(signals.deletedAt)))
  )[0];

/** Whether a signal chases this one; void signals do not count. */
export const isChased = async (db: Database, id: string): Promise<boolean> => {
  const chases = await db
    .select({ id: signals.id })
    .from(signals)
    .where(and(eq(signals.chaseOf, id), sql`${signals.result} is distinct from 'void'`));
  return chases.length > 0;
};

/** Number of losses before this signal in its chain. */
export const countChaseLinks = async (db: Database, { chaseOf }: SignalRow): Promise<number> => {
  if (chaseOf === null) return 0;
  const [before] = await db.select().from(signals).where(eq(signals.id, chaseOf));
  return before ? 1 + (await countChaseLinks(db, before)) : 1;
};

/** The user's signals without an outcome at `now`, milliseconds of market time; reset ones included. */
export const listOpenOfUser = (db: Executor, userId: string, now: number): Promise<SignalRow[]> =>
  db
    .select()
    .from(signals)
    .where(
      and(
        eq(signals.userId, userId),
        ne(signals.status, 'settled'),
        // Each side has an index, so that the user's settled signals are not read.
        or(not(signals.freesSlot), gt(signals.issuedAt, new Date(now - maxOpenMs))),
      ),
    );

/** How many resets have freed the user since then. */
export const countFreed = (tx: Transaction, userId: string, since: Date): Promise<number> => {
  const mayFree = and(eq(signals.userId, userId), gt(signals.issuedAt, new Date(since.getTime() - maxOpenMs)));
  return tx.$count(signals, and(mayFree, gt(signals.deletedAt, since), signals.freesSlot));
};

/** From its issue, a signal can be open and reset for no longer; for the index. */
const maxOpenMs = durationMs(maxDuration) + signalLimits.entryTickWithinMs + minuteMs;

export const listSignalsOfUser = (db: Database, userId: string, limit: number): Promise<SignalRow[]> =>
  db
    .select()
    .from(signals)
    .where(and(eq(signals.userId, userId), isNull(signals.deletedAt)))
    .orderBy(desc(signals.issuedAt))
    .limit(limit);

/** With an outcome, newest first. */
export const listSettledOfUser = (db: Database, userId: string, limit: number): Promise<SignalRow[]> =>
  db
    .select()
    .from(signals)
    .where(and(eq(signals.userId, userId), isNull(signals.deletedAt), eq(signals.status, 'settled')))
    .orderBy(desc(signals.issuedAt))
    .limit(limit);

/** Returns true only for the first call. */
export const markTaken = async (db: Database, id: string, takenAt: Date): Promise<boolean> => {
  const taken = await db
    .update(signals)
    .set({ takenAt })
    .where(and(eq(signals.id, id), isNull(signals.takenAt)))
    .returning({ id: signals.id });
  return taken.length > 0;
};

export const markDeleted = async (
  tx: Transaction,
  id: string,
  change: { readonly deletedAt: Date; readonly freesSlot: boolean },
): Promise<void> => {
  await tx.update(signals).set(change).where(eq(signals.id, id));
};

/** Signals of one market, or of all markets but one. */
export type FeedScope = { readonly only: string } | { readonly except: string };

const inFeeds = (feeds: FeedScope) => ('only' in feeds ? eq(signals.feed, feeds.only) : ne(signals.feed, feeds.except));

/**
 * All signals awaiting entry or outcome, including deleted ones: the record needs their outcomes.
 */
export const listOpenSignals = (db: Database, feeds: FeedScope): Promise<SignalRow[]> =>
  db
    .select()
    .from(signals)
    .where(and(ne(signals.status, 'settled'), inFeeds(feeds)));

interface EntryColumns {
  readonly id: string;
  readonly openPrice: number;
  readonly openedAt: Date;
  readonly expiresAt: Date;
}

/** Sets the entries of signals, each once; returns the signals that this call updated. */
export const updateToLive = (tx: Transaction, entries: readonly EntryColumns[]): Promise<SignalRow[]> =>
  tx
    .update(signals)
    .set({
      status: 'live',
      openPrice: sql`e."openPrice"`,
      openedAt: sql`e."openedAt"`,
      expiresAt: sql`e."expiresAt"`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as e("id" uuid, "openPrice" double precision, "openedAt" timestamptz, "expiresAt" timestamptz)`,
    )
    .where(and(sql`${signals.id} = e."id"`, eq(signals.status, 'entering')))
    .returning(getTableColumns(signals));

/** When the next open signal expires; null: none is open. */
export async function findNextExpiry(db: Database, feeds: FeedScope): Promise<Date | null> {
  const [row] = await db
    .select({ next: min(signals.expiresAt) })
    .from(signals)
    .where(and(eq(signals.status, 'live'), inFeeds(feeds)));
  return row?.next ?? null;
}

/** Locks due signals with SKIP LOCKED, so that several settlers share the work. */
export const lockDueSignals = (
  tx: Transaction,
  { now, feeds, limit }: { now: Date; feeds: FeedScope; limit: number },
): Promise<SignalRow[]> =>
  tx
    .select()
    .from(signals)
    .where(and(eq(signals.status, 'live'), sql`${signals.expiresAt} <= ${now}`, inFeeds(feeds)))
    .orderBy(signals.expiresAt, signals.id)
    .limit(limit)
    .for('no key update', { skipLocked: true });

/** Entering signals; with `issuedBefore`, milliseconds of market time, those issued earlier. */
export const listEntering = (db: Database, feeds: FeedScope, issuedBefore?: number): Promise<SignalRow[]> =>
  db
    .select()
    .from(signals)
    .where(
      and(
        eq(signals.status, 'entering'),
        inFeeds(feeds),
        issuedBefore === undefined ? undefined : lt(signals.issuedAt, new Date(issuedBefore)),
      ),
    );

export const lockSignal = async (tx: Transaction, id: string): Promise<SignalRow | undefined> =>
  (await tx.select().from(signals).where(eq(signals.id, id)).for('no key update'))[0];

/** Voids an open signal and keeps its known prices. */
export const updateToVoidByOperator = async (tx: Transaction, id: string): Promise<SignalRow> => {
  const [row] = await tx
    .update(signals)
    .set({ status: 'settled', result: 'void', voidReason: 'operator' })
    .where(eq(signals.id, id))
    .returning();
  if (!row) throw new Error(`signal ${id} not found`);
  return row;
};

/** Signals among these that have not entered since; none that another transaction holds. */
export const lockEntering = (tx: Transaction, ids: readonly string[]): Promise<SignalRow[]> =>
  tx
    .select()
    .from(signals)
    .where(and(eq(signals.status, 'entering'), inArray(signals.id, [...ids])))
    .for('no key update', { skipLocked: true });

export const lockOpenSignals = (tx: Transaction, limit: number, feeds: FeedScope): Promise<SignalRow[]> =>
  tx
    .select()
    .from(signals)
    .where(and(ne(signals.status, 'settled'), inFeeds(feeds)))
    .limit(limit)
    .for('no key update', { skipLocked: true });

/** Returns the ids that were new: the primary key rejects a second outcome. */
export const insertOutcomes = async (tx: Transaction, rows: readonly NewOutcome[]): Promise<Set<string>> => {
  if (rows.length === 0) return new Set();
  const stored = await tx.execute<{ signal_id: string }>(sql`
    insert into outcomes (signal_id, result, void_reason, close_price, closing_tick_at, closing_bid, closing_ask,
      entry_tick_at, settled_at)
    select "signalId", "result", "voidReason", "closePrice", "closingTickAt", "closingBid", "closingAsk",
      "entryTickAt", "settledAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as o("signalId" uuid, "result" text, "voidReason" text, "closePrice" double precision, "closingTickAt" timestamptz,
        "closingBid" double precision, "closingAsk" double precision, "entryTickAt" timestamptz, "settledAt" timestamptz)
    on conflict do nothing
    returning signal_id`);
  return new Set(stored.rows.map((row) => row.signal_id));
};

interface SettledColumns {
  readonly id: string;
  readonly result: NonNullable<SignalRow['result']>;
  readonly closePrice: number | null;
  readonly voidReason: SignalRow['voidReason'];
}

/** One statement per batch: ten thousand signals may expire in the same second. */
export const updateToSettled = async (tx: Transaction, settled: readonly SettledColumns[]): Promise<void> => {
  if (settled.length === 0) return;
  await tx.execute(sql`
    update signals set status = 'settled', result = s.result, close_price = s."closePrice",
      void_reason = s."voidReason"
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
      as s("id" uuid, "result" text, "closePrice" double precision, "voidReason" text)
    where signals.id = s.id and signals.status <> 'settled'`);
};
