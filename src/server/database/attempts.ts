import { createHash } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Clock } from '#domain/clock.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Database } from './connection.ts';
import { attemptCounts } from './attempt-tables.ts';

export interface AttemptLimit {
  readonly max: number;
  readonly windowMs: number;
}

/** Counts attempts per caller, shared by all processes. `what` names the limit, `who` is hashed. */
export interface Attempts {
  /**
   * Counts one more attempt; throws rate_limited with Retry-After once there are more than `max` in
   * the window.
   */
  take(what: string, who: string, limit: AttemptLimit): Promise<void>;
  /** Counts one more attempt and returns the current count. */
  add(what: string, who: string, windowMs: number): Promise<number>;
  /** One attempt less: it turned out to be none. */
  withdraw(what: string, who: string): Promise<void>;
  count(what: string, who: string): Promise<number>;
  /** Seconds until `take` admits another attempt; 0: now. */
  secondsLeft(what: string, who: string, limit: AttemptLimit): Promise<number>;
  invalidate(what: string, who: string): Promise<void>;
}

/**
 * Counts in windows that start with the first attempt. Fails closed: without the database every
 * attempt is rejected with the database error.
 */
export function createAttempts({ db, clock }: { db: Database; clock: Clock }): Attempts {
  const open = async (what: string, who: string) => {
    const isOpen = and(eq(attemptCounts.key, keyOf(what, who)), gt(attemptCounts.expiresAt, new Date(clock.now())));
    return (await db.select().from(attemptCounts).where(isOpen))[0];
  };

  const countOne = async (what: string, who: string, windowMs: number) => {
    const now = clock.now();
    const row = await upsert(db, keyOf(what, who), now, windowMs);
    return { count: row.count, secondsLeft: secondsUntil(row.expiresAt, now) };
  };

  return {
    take: async (what, who, { max, windowMs }) => {
      const { count, secondsLeft } = await countOne(what, who, windowMs);
      if (count > max) throw apiError('rate_limited', { retryAfterS: secondsLeft });
    },
    add: async (what, who, windowMs) => (await countOne(what, who, windowMs)).count,
    withdraw: async (what, who) => {
      const less = { count: sql`greatest(${attemptCounts.count} - 1, 0)` };
      await db
        .update(attemptCounts)
        .set(less)
        .where(eq(attemptCounts.key, keyOf(what, who)));
    },
    count: async (what, who) => (await open(what, who))?.count ?? 0,
    secondsLeft: async (what, who, { max }) => {
      const row = await open(what, who);
      return row && row.count >= max ? secondsUntil(row.expiresAt, clock.now()) : 0;
    },
    invalidate: async (what, who) => {
      await db.delete(attemptCounts).where(eq(attemptCounts.key, keyOf(what, who)));
    },
  };
}

const keyOf = (what: string, who: string): string => `${what}:${createHash('sha256').update(who).digest('base64url')}`;

const secondsUntil = (instant: Date, now: number): number => Math.max(1, Math.ceil((instant.getTime() - now) / 1000));

/** A single statement, so that concurrent attempts are all counted. */
async function upsert(db: Database, key: string, now: number, windowMs: number) {
  const fresh = { count: 1, windowStartedAt: new Date(now), expiresAt: new Date(now + windowMs) };
  const isOver = sql`${attemptCounts.expiresAt} <= excluded.window_started_at`;
  const [row] = await db
    .insert(attemptCounts)
    .values({ key, ...fresh })
    .onConflictDoUpdate({
      target: attemptCounts.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${attemptCounts.count} + 1 end`,
        windowStartedAt: sql`case when ${isOver} then excluded.window_started_at else ${attemptCounts.windowStartedAt} end`,
        expiresAt: sql`case when ${isOver} then excluded.expires_at else ${attemptCounts.expiresAt} end`,
      },
    })
    .returning();
  if (!row) throw new Error('upsert of an attempt count returned no row');
  return row;
}
