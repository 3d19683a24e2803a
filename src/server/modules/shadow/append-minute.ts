import { desc, eq } from 'drizzle-orm';
import type { BarLine } from '#contract/record/bars.ts';
import { toInstant } from '#contract/wire.ts';
import { type MarketClock, minuteMs, startOfMinute } from '#domain/time.ts';
import { maxDuration } from '#domain/market/duration.ts';
import { writeStatements } from '#domain/record/shadow-minute.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import type { BarInput } from '#engine/bar-input.ts';
import type { MinuteStatement } from '#engine/forecast/state-minute.ts';
import { sha256, toUuid } from '#node/sha256.ts';
import { inTransaction, type Transaction, type UnitOfWork } from '#server/database/connection.ts';
import { minuteBars } from '#server/database/tables/shadow-tables.ts';
import type { PendingInputs } from '#server/live/input-journal.ts';
import { appendLeaves, lockFeed } from '#server/modules/record/append/append-leaves.ts';
import type { Platform } from '#server/start/platform.ts';
import { issueTime } from '#server/start/trusted-clock.ts';
import { gapLeaves, type GapReasons } from './gap-leaves.ts';
import { insertMinute } from './settle-minutes.ts';

/** Forecasts of a minute that has closed. */
export interface ClosedMinute {
  /** Start of the bar that closed, milliseconds UTC. */
  readonly barTime: number;
  /** Pairs that no signal can use now. */
  findNotOpen(): readonly string[];
  /** What the models state at this time; null: nothing. */
  stateAt(now: number, notOpen: readonly string[]): MinuteStatement | null;
}

/** False: the minute was recorded before, as forecasts or as a gap, or it is too late to state it. */
export type AppendMinute = (minute: ClosedMinute) => Promise<boolean>;

interface AppendMinuteDependencies extends Pick<Platform, 'db' | 'crashPoint'> {
  readonly feed: string;
  /** Why an earlier minute has no forecasts. */
  readonly gapReasons: Pick<GapReasons, 'getReason' | 'findSilence'>;
  /** What the engine computed the forecasts from. */
  readonly inputs: PendingInputs;
  readonly clock: MarketClock;
  /** 128 random bits, hexadecimal. */
  readonly nonce: () => string;
}

/**
 * Appends the forecasts of a minute to the record, once, and only within the minute that follows
 * it, when nothing of their outcome can be known; first the gap before it, if there is one.
 */
export const createAppendMinute =
  ({ db, feed, gapReasons, inputs, clock, nonce, crashPoint }: AppendMinuteDependencies): AppendMinute =>
  async ({ barTime, findNotOpen, stateAt }) => {
    const { getReason, findSilence } = gapReasons;
    const append = async ({ tx }: UnitOfWork): Promise<boolean> => {
      const notOpen = findNotOpen();
      const pending = inputs.upTo(barTime, await findNextInput(tx, feed, inputs.run));
      const line = writeBarLine({ feed, minute: toInstant(barTime), notOpen: [...notOpen], inputs: pending.inputs });
      const bars = { feed, minute: new Date(barTime), line, run: inputs.run, nextInput: pending.next };
      // Before the lock of the record, which signals wait for: the first line of a process has 2 MB.
      if (!(await insertMinuteBars(tx, bars))) return false;
      const end = await lockFeed(tx, feed);
      // Stated under the lock of the record, so that no statement before it is newer.
      const now = issueTime(clock.now(), end.newestAt);
      const isCovered = end.coveredTo !== null && end.coveredTo > barTime;
      if (now === null || isCovered || startOfMinute(now) !== barTime + minuteMs) throw new NotStated();
      const stated = stateAt(now, notOpen);
      if (!stated) throw new NotStated();
      const issuedAt = new Date(now);
      const leaf = {
        form: 'minute/1',
        feed,
        inTurn: stated.inTurn,
        issuedAt: toInstant(now),
        nonce: nonce(),
        inputs: Buffer.from(sha256(Buffer.from(line))).toString('hex'),
        forecasts: stated.models.map(writeStatements),
      } as const;
      const id = minuteId(feed, barTime);
      const gaps =
        end.coveredTo === null
          ? []
          : gapLeaves(feed, { from: end.coveredTo, to: barTime, at: issuedAt }, getReason, findSilence);
      const rows = await appendLeaves(tx, [...gaps, { kind: 'forecast', signalId: id, at: issuedAt, leaf }], end);
      const stored = rows.at(-1);
      const dueAt = new Date(latestExpiry(now, maxDuration));
      await insertMinute(tx, { id, feed, issuedAt, dueAt, leaf: stored?.leaf, leafHash: stored?.leafHash });
      crashPoint('shadow.before-append-commit');
      return true;
    };
    const isNew = await inTransaction(db, append).catch((error: unknown) => {
      if (error instanceof NotStated) return false;
      throw error;
    });
    if (isNew) crashPoint('shadow.after-append-commit');
    return isNew;
  };

/** Takes the stored inputs back. */
class NotStated extends Error {}

const writeBarLine = (line: Omit<BarLine, 'inputs'> & { readonly inputs: readonly BarInput[] }): string =>
  JSON.stringify(line);

/** One per market and minute: a UUID of version 8 (RFC 9562) from their hash. */
export const minuteId = (feed: string, barTime: number): string => toUuid(`shadow minute ${barTime} ${feed}`);

/** The number of the first input of this run that is not stored yet. */
async function findNextInput(tx: Transaction, feed: string, run: string): Promise<number> {
  const newest = await tx
    .select({ run: minuteBars.run, nextInput: minuteBars.nextInput })
    .from(minuteBars)
    .where(eq(minuteBars.feed, feed))
    .orderBy(desc(minuteBars.minute))
    .limit(1);
  return newest[0]?.run === run ? newest[0].nextInput : 0;
}

/** False: those of this minute are stored. */
const insertMinuteBars = async (tx: Transaction, row: typeof minuteBars.$inferInsert): Promise<boolean> =>
  (await tx.insert(minuteBars).values(row).onConflictDoNothing().returning({ feed: minuteBars.feed })).length > 0;
