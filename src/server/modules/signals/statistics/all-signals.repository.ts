import { and, desc, eq, gte, isNull, lt, lte, ne, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { isId } from '#contract/wire.ts';
import type { AllSignalsQuery } from '#contract/admin/signals.ts';
import type { Database } from '#server/database/connection.ts';
import { isBeyond, type PagePosition } from '#server/database/pages.ts';
import { outcomes, signals, ticks, users } from '#server/database/schema.ts';
import { auditLog } from '#server/database/tables/audit-tables.ts';
import type { SignalRow } from '../signals.repository.ts';

/** A signal with what decided it. */
export interface DecidedSignal {
  readonly signal: SignalRow;
  readonly outcome: typeof outcomes.$inferSelect | null;
}

interface PageOf {
  readonly filters: Omit<AllSignalsQuery, 'cursor' | 'limit'>;
  /** Null: from the newest on. */
  readonly after: PagePosition | null;
  readonly limit: number;
}

const matching = ({ q, user, aiModel, symbol, result, from, to }: PageOf['filters']): SQL | undefined =>
  and(
    q ? named(q) : undefined,
    user === undefined ? undefined : eq(signals.userId, user),
    aiModel && eq(signals.aiModel, aiModel),
    symbol === undefined ? undefined : eq(signals.symbol, symbol),
    result && (result === 'open' ? ne(signals.status, 'settled') : eq(signals.result, result)),
    from === undefined ? undefined : gte(signals.issuedAt, new Date(from)),
    to === undefined ? undefined : lt(signals.issuedAt, new Date(to)),
  );

/** Matches a complete id, or a number in the record; anything else matches no signal. */
const named = (q: string): SQL => {
  if (isId(q)) return eq(signals.id, q);
  const number = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).safeParse(q);
  return eq(signals.recordIndex, number.success ? number.data : -1);
};

const decided = (db: Database) =>
  db.select({ signal: signals, outcome: outcomes }).from(signals).leftJoin(outcomes, eq(outcomes.signalId, signals.id));

/** Newest first. */
export const listAllSignals = (db: Database, { filters, after, limit }: PageOf): Promise<DecidedSignal[]> =>
  decided(db)
    .where(and(matching(filters), isBeyond(after, [signals.issuedAt, signals.id])))
    .orderBy(desc(signals.issuedAt), desc(signals.id))
    .limit(limit);

export const findDecidedSignal = async (db: Database, id: string): Promise<DecidedSignal | undefined> =>
  (await decided(db).where(eq(signals.id, id)))[0];

export const findOwner = async (db: Database, id: string): Promise<{ id: string; email: string } | undefined> =>
  (await db.select({ id: users.id, email: users.email }).from(users).where(eq(users.id, id)))[0];

export interface ListedTick {
  readonly time: Date;
  readonly bid: number;
  readonly ask: number;
}

/** Ticks of a signal's market and pair in [from, to]. */
export const listTicks = (db: Database, { feed, symbol }: SignalRow, from: Date, to: Date): Promise<ListedTick[]> =>
  db
    .select({ time: ticks.time, bid: ticks.bid, ask: ticks.ask })
    .from(ticks)
    .where(and(eq(ticks.feed, feed), eq(ticks.symbol, symbol), gte(ticks.time, from), lte(ticks.time, to)))
    .orderBy(ticks.time);

/** The audit entry of a signal that was voided, with the address of who did it; null: that account was deleted. */
export const findVoiding = async (db: Database, signalId: string) =>
  (
    await db
      .select({ entry: auditLog, by: users.email })
      .from(auditLog)
      .leftJoin(users, and(eq(users.id, auditLog.actorId), isNull(users.deletedAt)))
      .where(and(eq(auditLog.targetId, signalId), eq(auditLog.action, 'signal.void')))
      .orderBy(desc(auditLog.id))
      .limit(1)
  )[0];
