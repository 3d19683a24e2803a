import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { MarketClock } from '#domain/clock.ts';
import { tradingDayEnd, tradingDayStart, tradingDaysBefore } from '#domain/market/trading-day.ts';
import { hourMs, minuteMs, startOfMinute } from '#domain/time.ts';
import type { AppliedCalibrations } from '#engine/forecast/calibration/calibration-line.ts';
import { minCalibrationDays } from '#engine/forecast/calibration/check-calibration.ts';
import { leafHash } from '#record/hash.ts';
import { canonicalLeaf } from '#record/leaf.ts';
import type { Component } from '#server/start/component.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { type JudgedPastDay, type PastCalibration, warmUpDays } from '#server/modules/calibration/calibration.api.ts';
import { appendLeaves, lockFeed, type NewLeaf } from '#server/modules/record/append/append-leaves.ts';
import { sha256 } from '#node/sha256.ts';
import { minuteId } from './append-minute.ts';
import { type GetGapReason, gapLeaves } from './gap-leaves.ts';
import type { PlayedLeaf } from './play-past.ts';

/** Runs the models over the past of a simulated market, off the main thread. */
interface PastThread {
  /** What came of the forecasts of the trading day that ends then. */
  judge(end: number, withBars: boolean): Promise<JudgedPastDay>;
  /** Plays the minutes up to `until`, in batches, with these calibrations. */
  play(until: number, calibrations: AppliedCalibrations): AsyncIterable<readonly PlayedLeaf[]>;
  close(): Promise<void>;
}

/** The minutes of [from, to) are played; `playedAt`: when they are computed. */
export type StartPastThread = (period: {
  readonly feed: string;
  readonly from: number;
  readonly to: number;
  readonly playedAt: number;
}) => PastThread;

interface PastPlayerDependencies {
  readonly db: Database;
  readonly feed: string;
  readonly hours: number;
  readonly startPastThread: StartPastThread;
  /** Null: the past is stated as the model files do. */
  readonly calibration: PastCalibration | null;
  readonly isRecordEmpty: () => Promise<boolean>;
  /** Why a past minute has no forecasts. */
  readonly getGapReason: GetGapReason;
  readonly clock: MarketClock;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/** A machine that is busy with the past may answer a query later than its deadline. */
const maxAttempts = 5;
const retryAfterMs = 100;
/** Leaves of one statement, so that requests are served in between. */
const batchSize = 120;

interface PastPlayer extends Component {
  /**
   * Resolves when the past is in the record, or when there is nothing to play; never after a stop,
   * so that nothing begins while the product ends.
   */
  untilPlayed(): Promise<void>;
}

/**
 * Plays the last hours of a simulated market into an empty record in the background of the first
 * start, so that a demo has something to show. Each minute is stated as it would have been then:
 * with the calibrations of the last rollover before it, from the days before that rollover. Two
 * threads judge these days, one of them plays.
 */
export function createPastPlayer(needs: PastPlayerDependencies): PastPlayer {
  const { db, feed, hours, startPastThread, calibration, isRecordEmpty, getGapReason, clock, log } = needs;
  const played = Promise.withResolvers<void>();
  let isStopped = false;
  let playing = Promise.resolve();
  const play = async (): Promise<void> => {
    if (!(await withRetries(isRecordEmpty))) return;
    const startedAt = performance.now();
    const playedAt = clock.now();
    const to = startOfMinute(playedAt);
    const period = { feed, from: to - hours * hourMs, to, playedAt };
    const [player, second] = [startPastThread(period), startPastThread(period)];
    try {
      const rollovers = rolloversWithin(period);
      const judged = calibration ? judgeDays(rollovers, calibration, player, second) : null;
      // Reported where it is awaited.
      judged?.rest.catch(() => undefined);
      let inUse: AppliedCalibrations = new Map();
      const leaves: NewLeaf[] = [];
      for (const [i, rollover] of rollovers.entries()) {
        await (i === 0 ? judged?.first : judged?.rest);
        if (isStopped) return;
        const found = calibration && (await withRetries(() => calibration.calibrateAt(rollover, period.from, inUse)));
        inUse = found?.calibrations ?? inUse;
        leaves.push(...(found?.leaves ?? []));
        for await (const batch of player.play(rollovers[i + 1] ?? to, inUse)) {
          if (isStopped) return;
          leaves.push(...batch.map(newLeaf));
        }
      }
      await withRetries(() => append(leaves));
      const minutes = leaves.filter(({ kind }) => kind === 'forecast').length;
      log.info({ minutes, ms: Math.round(performance.now() - startedAt) }, 'past minutes played at the first start');
    } finally {
      await Promise.all([player.close(), second.close()]);
    }
  };

  /** `first`: the days before the first rollover; `rest`: one more for each of the others. */
  function judgeDays(
    rollovers: readonly number[],
    { insertDay }: PastCalibration,
    player: PastThread,
    second: PastThread,
  ): { readonly first: Promise<unknown>; readonly rest: Promise<unknown> } {
    const count = minCalibrationDays - 1 + rollovers.length;
    const ends = tradingDaysBefore(rollovers.at(-1) ?? 0, count).toReversed();
    /** The next day is judged from these. */
    const archived = new Set(ends.slice(-warmUpDays));
    const judge = async (thread: PastThread, days: Iterable<number>): Promise<void> => {
      for (const end of days) {
        if (isStopped) return;
        const day = await thread.judge(end, archived.has(end));
        await withRetries(() => insertDay(day));
      }
    };
    // Both threads take the oldest day that is left.
    const queue = ends.slice(0, minCalibrationDays).values();
    const first = Promise.all([judge(player, queue), judge(second, queue)]);
    return { first, rest: first.then(() => judge(second, ends.slice(minCalibrationDays))) };
  }

  /** Whole or not at all: a part of it would leave minutes without an outcome for ever. */
  const append = (leaves: readonly NewLeaf[]): Promise<void> =>
    inTransaction(db, async ({ tx }) => {
      let { coveredTo } = await lockFeed(tx, feed);
      // The answer to an earlier commit was lost.
      if (coveredTo !== null) return;
      for (let i = 0; i < leaves.length; i += batchSize) {
        const batch = leaves.slice(i, i + batchSize).flatMap((one) => {
          if (one.kind !== 'forecast') return [one];
          const end = startOfMinute(one.at.getTime());
          const gap = { from: coveredTo ?? end, to: end - minuteMs, at: one.at };
          coveredTo = end;
          return [...gapLeaves(feed, gap, getGapReason), one];
        });
        await appendLeaves(tx, batch);
      }
    });

  /** What is read or saved here may be repeated. */
  async function withRetries<T>(query: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await query();
      } catch (error) {
        if (isStopped || attempt === maxAttempts) throw error;
        await pause(retryAfterMs);
      }
  }

  return {
    name: 'past of the demo',
    duty: 'lead',
    untilPlayed: () => played.promise,
    start: () => {
      // The market starts without a past rather than not at all.
      playing = play()
        .catch((err: unknown) => log.error({ err }, 'the past of the demo could not be played'))
        .then(() => {
          if (!isStopped) played.resolve();
        });
    },
    stop: async () => {
      isStopped = true;
      await playing;
    },
  };
}

/** The last one at or before `from`, and those before `to`, oldest first. */
function rolloversWithin({ from, to }: { readonly from: number; readonly to: number }): number[] {
  const rollovers = [tradingDayEnd(to - 1)];
  for (let oldest = rollovers[0] ?? 0; oldest > from; oldest = rollovers[0] ?? 0)
    rollovers.unshift(tradingDayStart(oldest));
  return rollovers;
}

function newLeaf(played: PlayedLeaf): NewLeaf {
  const minute = played.kind === 'forecast' ? played.leaf : played.of;
  const signalId = minuteId(minute.feed, Math.floor(Date.parse(minute.issuedAt) / minuteMs - 1) * minuteMs);
  const at = new Date(played.at);
  if (played.kind === 'forecast') return { kind: 'forecast', signalId, at, leaf: played.leaf };
  const forecast = Buffer.from(leafHash(sha256, canonicalLeaf(minute))).toString('hex');
  return { kind: 'outcome', signalId, at, leaf: { form: 'minute-prices/1', forecast, prices: played.prices } };
}
