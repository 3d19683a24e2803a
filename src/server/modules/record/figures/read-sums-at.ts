import { sql } from 'drizzle-orm';
import type { MarketClock, WallClock } from '#domain/clock.ts';
import { getOrCreate } from '#domain/get-or-create.ts';
import { createEndCounter } from '#domain/statistics/count-ends.ts';
import { entryDelays } from '#domain/signals/late-entry.ts';
import { addSums, addDay } from '#domain/statistics/day-sums.ts';
import { addIssued, type ShadowHours } from '#domain/statistics/equity-hours.ts';
import {
  addDayByDelay,
  countMinuteByDelay,
  type DayByDelay,
  emptyDayByDelay,
  emptySumsByDelay,
  type SumsByDelay,
} from '#domain/statistics/sums-by-delay.ts';
import { dayMs, getDay, hourMs } from '#domain/time.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError, invalidField } from '#server/http/api-error.ts';
import { type CountRecord, parseSignalEnd } from './count-record.ts';
import {
  findLeafAt,
  findOldestEndedFrom,
  findSizesSince,
  isSignedSince,
  listEndsOfSignals,
  listMinutesStated,
  listStoredDays,
  parseSettledMinute,
} from './counted-leaves.repository.ts';
import { findProgress, findTotalsAfter, listDaySums } from './record-sums.repository.ts';

/** What the leaves of a tree of some size come to, for one market. */
export interface SumsAt {
  readonly totals: SumsByDelay;
  /** Days (since 1970) from this one on are recounted in `days`; those before are as stored. */
  readonly recountedFrom: number;
  readonly days: ReadonlyMap<number, RecountedDay>;
}

interface RecountedDay {
  readonly sums: DayByDelay;
  readonly shadowHours: ShadowHours;
}

/**
 * Throws 400 for a size that is not the size of a checkpoint signed in the last week, 429 while
 * others are recounted.
 */
export type ReadSumsAt = (feed: string, size: number) => Promise<SumsAt>;

/** What the figures of the record are computed from. */
export interface FiguresDependencies {
  readonly db: Database;
  readonly countRecord: CountRecord;
  /** On the primary, like the proofs: they are of one signed size. */
  readonly readSumsAt: ReadSumsAt;
  /** The share of the stake that a win pays. */
  readonly payout: number;
  /** The running market: figures of a simulated one are never mixed with those of a real one. */
  readonly feed: string;
  /** Decides which days and months are the last ones. */
  readonly clock: MarketClock;
}

interface ReadSumsAtDependencies {
  readonly db: Database;
  readonly countRecord: CountRecord;
  readonly clock: WallClock;
}

/** Older checkpoints are pruned to the last of each day. */
const signedWithinMs = 7 * dayMs;
/** Signals issued this long before a day may end on it, with those of the same forecast. */
const leadMs = hourMs;
const maxCached = 16;
/** Each recounts days of the record: any caller may request any size. */
const maxAtOnce = 2;
const retryAfterS = 2;

/**
 * Subtracts from the sums of today what only later leaves brought: the last days before the size
 * are recounted from their leaves, earlier ones are unaffected. Cached, one computation for all
 * callers of a size.
 */
export function createReadSumsAt({ db, countRecord, clock }: ReadSumsAtDependencies): ReadSumsAt {
  const cached = new Map<string, Promise<SumsAt>>();
  let running = 0;

  const read = async (feed: string, size: number): Promise<SumsAt> => {
    while ((await findProgress(db)).countedTo < size && (await countRecord()));
    return inTransaction(db, async ({ tx }) => {
      await tx.execute(sql`set transaction isolation level repeatable read`);
      await requireSigned(tx, size, new Date(clock.now() - signedWithinMs));
      return recount(tx, feed, size);
    });
  };

  return (feed, size) => {
    const key = `${size} ${feed}`;
    const known = cached.get(key);
    if (known) return known;
    if (running >= maxAtOnce) return Promise.reject(apiError('rate_limited', { retryAfterS }));
    running++;
    const sums = read(feed, size).finally(() => {
      running--;
    });
    cached.set(key, sums);
    sums.catch(() => cached.delete(key));
    for (const oldest of cached.keys()) if (cached.size > maxCached) cached.delete(oldest);
    return sums;
  };
}

async function requireSigned(tx: Transaction, size: number, since: Date): Promise<void> {
  if (await isSignedSince(tx, size, since)) return;
  const sizes = await findSizesSince(tx, since);
  if (!sizes) throw invalidField('size', 'wrong', { allowed: [] });
  throw invalidField('size', 'notSigned', { params: sizes, allowed: [`signed ${sizes.min}–${sizes.max}`] });
}

async function recount(tx: Transaction, feed: string, size: number): Promise<SumsAt> {
  const recountedFrom = await firstAffectedDay(tx, size);
  const totals = emptySumsByDelay();
  const storedDays = await listStoredDays(tx, feed, recountedFrom);
  for (const delay of entryDelays) {
    const stored = (await findTotalsAfter(tx, feed, delay, -1))?.sums;
    if (stored) addSums(totals[delay], stored);
    const later = await listDaySums(tx, feed, delay, storedDays);
    for (const { sums } of later) addDay(totals[delay], sums, -1);
  }
  const days = await recountDays(tx, { feed, size, recountedFrom });
  for (const { sums } of days.values()) addDayByDelay(totals, sums);
  return { totals, recountedFrom, days };
}

/** Leaves from `size` on concern no day before this one. */
async function firstAffectedDay(tx: Transaction, size: number): Promise<number> {
  const last = size === 0 ? new Date(0) : await findLeafAt(tx, size - 1);
  const oldest = await findOldestEndedFrom(tx, size);
  const days = [last, oldest].flatMap((at) => (at ? [getDay(at.getTime() - leadMs)] : []));
  return Math.min(...days);
}

interface Recount {
  readonly feed: string;
  readonly size: number;
  readonly recountedFrom: number;
}

async function recountDays(
  tx: Transaction,
  { feed, size, recountedFrom }: Recount,
): Promise<Map<number, RecountedDay>> {
  const days = new Map<number, RecountedDay>();
  const earlier = { sums: emptyDayByDelay(), shadowHours: {} };
  const dayAt = (at: number): RecountedDay => {
    const day = getDay(at);
    if (day < recountedFrom) return earlier;
    return getOrCreate(days, day, () => ({ sums: emptyDayByDelay(), shadowHours: {} }));
  };
  const start = recountedFrom * dayMs;
  const addEnd = createEndCounter((_feed, at) => dayAt(at).sums);
  for (const leaf of await listEndsOfSignals(tx, { from: new Date(start - leadMs), size })) {
    const end = parseSignalEnd(leaf);
    if (end?.feed === feed) addEnd(end);
  }
  for (const leaf of await listMinutesStated(tx, { from: new Date(start), size })) {
    const minute = parseSettledMinute(leaf);
    if (minute?.feed !== feed) continue;
    const { statedAt, stated, prices } = minute;
    const day = dayAt(statedAt);
    countMinuteByDelay(day.sums, stated, prices, statedAt);
    addIssued(day.shadowHours, stated, prices, statedAt);
  }
  return days;
}
