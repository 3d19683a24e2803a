import { type AnyColumn, and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { WallClock } from '#domain/time.ts';
import { keyedHash } from '#server/crypto/keyed-hash.ts';
import type { SecretConfig } from '#server/crypto/seal-text.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Database } from './connection.ts';
import { attemptCounts } from './tables/sign-in-tables.ts';

export interface AttemptLimit {
  readonly max: number;
  readonly windowMs: number;
}

/** Whether there was room for one more attempt, and what counts already. */
export interface Reservation {
  readonly isAdmitted: boolean;
  /** Attempts that count, with this one if it was admitted. */
  readonly count: number;
  /** How many of them have no result yet. */
  readonly pending: number;
  readonly secondsLeft: number;
}

/**
 * A failure stays counted, a withdrawn attempt does not, and a success also removes all earlier
 * failures, but no attempt that is still pending.
 */
export type AttemptResult = 'failed' | 'withdrawn' | 'succeeded';

/** Counts attempts per caller, shared by all processes. `what` names the limit, `who` is hashed under SECRET. */
export type Attempts = ReturnType<typeof createAttempts>;

/**
 * Counts in windows that start with the first attempt. Fails closed: without the database every
 * attempt is rejected with the database error.
 */
export function createAttempts(db: Database, clock: WallClock, secrets: SecretConfig) {
  const computeHash = keyedHash(secrets, 'attempts');
  const getKey = (what: string, who: string): string => `${what}:${computeHash(who)}`;

  const open = async (what: string, who: string) => {
    const isOpen = and(eq(attemptCounts.key, getKey(what, who)), gt(attemptCounts.expiresAt, new Date(clock.now())));
    return (await db.select().from(attemptCounts).where(isOpen))[0];
  };

  const countOne = async (what: string, who: string, windowMs: number) => {
    const now = clock.now();
    const row = await upsert(db, { key: getKey(what, who), now, windowMs });
    if (!row) throw new Error('upsert of an attempt count returned no row');
    return { count: row.count, secondsLeft: secondsUntil(row.expiresAt, now) };
  };

  return {
    /**
     * Counts one more attempt; throws rate_limited with Retry-After once there are more than `max` in
     * the window.
     */
    take: async (what: string, who: string, { max, windowMs }: AttemptLimit): Promise<void> => {
      const { count, secondsLeft } = await countOne(what, who, windowMs);
      if (count > max) throw apiError('rate_limited', { retryAfterS: secondsLeft });
    },
    /**
     * Counts an attempt before its result is known, unless `max` are counted, so that concurrent
     * attempts cannot exceed the limit. An admitted one is to be settled.
     */
    reserve: async (what: string, who: string, { max, windowMs }: AttemptLimit): Promise<Reservation> => {
      const now = clock.now();
      const admitted = await upsert(db, { key: getKey(what, who), now, windowMs, maxOfReserved: max });
      const row = admitted ?? (await open(what, who));
      if (!row) return { isAdmitted: false, count: 0, pending: 0, secondsLeft: 1 };
      const { count, pending, expiresAt } = row;
      return { isAdmitted: admitted !== undefined, count, pending, secondsLeft: secondsUntil(expiresAt, now) };
    },
    settle: async (what: string, who: string, result: AttemptResult): Promise<void> => {
      await db
        .update(attemptCounts)
        .set({ pending: oneLess(attemptCounts.pending), ...countAfter[result] })
        .where(eq(attemptCounts.key, getKey(what, who)));
    },
    /** Counts one more attempt and returns the current count. */
    add: async (what: string, who: string, windowMs: number): Promise<number> =>
      (await countOne(what, who, windowMs)).count,
    /** Takes back an attempt that turned out not to count. */
    withdraw: async (what: string, who: string): Promise<void> => {
      await db
        .update(attemptCounts)
        .set({ count: oneLess(attemptCounts.count) })
        .where(eq(attemptCounts.key, getKey(what, who)));
    },
    count: async (what: string, who: string): Promise<number> => (await open(what, who))?.count ?? 0,
    /** Seconds until `take` admits another attempt; 0: now. */
    secondsLeft: async (what: string, who: string, { max }: AttemptLimit): Promise<number> => {
      const row = await open(what, who);
      return row && row.count >= max ? secondsUntil(row.expiresAt, clock.now()) : 0;
    },
    invalidate: async (what: string, who: string): Promise<void> => {
      await db.delete(attemptCounts).where(eq(attemptCounts.key, getKey(what, who)));
    },
  };
}

const secondsUntil = (instant: Date, now: number): number => Math.max(1, Math.ceil((instant.getTime() - now) / 1000));

const oneLess = (column: AnyColumn): SQL => sql`greatest(${column} - 1, 0)`;

const countAfter: Record<AttemptResult, { count?: SQL }> = {
  failed: {},
  withdrawn: { count: oneLess(attemptCounts.count) },
  succeeded: { count: oneLess(attemptCounts.pending) },
};

interface Counted {
  readonly key: string;
  readonly now: number;
  readonly windowMs: number;
  /** Counts the attempt as pending, unless there are as many. */
  readonly maxOfReserved?: number;
}

/** A single statement, so that concurrent attempts are all counted; no row: there was no room. */
async function upsert(db: Database, { key, now, windowMs, maxOfReserved }: Counted) {
  const pending = maxOfReserved === undefined ? 0 : 1;
  const fresh = { count: 1, pending, windowStartedAt: new Date(now), expiresAt: new Date(now + windowMs) };
  const isOver = sql`(${attemptCounts.expiresAt} <= excluded.window_started_at or ${attemptCounts.count} = 0)`;
  const [row] = await db
    .insert(attemptCounts)
    .values({ key, ...fresh })
    .onConflictDoUpdate({
      target: attemptCounts.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${attemptCounts.count} + 1 end`,
        pending: sql`case when ${isOver} then excluded.pending else ${attemptCounts.pending} + excluded.pending end`,
        windowStartedAt: sql`case when ${isOver} then excluded.window_started_at else ${attemptCounts.windowStartedAt} end`,
        expiresAt: sql`case when ${isOver} then excluded.expires_at else ${attemptCounts.expiresAt} end`,
      },
      ...(maxOfReserved !== undefined && { setWhere: sql`${isOver} or ${attemptCounts.count} < ${maxOfReserved}` }),
    })
    .returning();
  return row;
}
