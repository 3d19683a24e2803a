import type { FastifyBaseLogger } from 'fastify';
import { toInstant } from '#contract/wire.ts';
import { tradingDaysBefore } from '#domain/market/trading-day.ts';
import { dayMs } from '#domain/time.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { Database } from '#server/database/connection.ts';
import type { ArchiveDay } from './archive-day.ts';
import { deleteStatisticsBefore, listJudgedDays } from './calibration-days.repository.ts';
import type { Judging, StartJudging } from './calibration.api.ts';
import { deleteFeedDaysBefore, listArchivedDays } from './feed-days.repository.ts';
import { type JudgeDay, warmUpDays } from './judge-day.ts';

/**
 * Stores the bars of the trading days that end then (newest first) and of those before them that
 * warm the features up, and what came of the forecasts of each; what is stored is left as it is.
 * Calls `onJudged` after each day that was missing. Older rows are deleted.
 */
export type FillDays = (ends: readonly number[], stopping: AbortSignal, onJudged: () => Promise<void>) => Promise<void>;

interface Needs {
  readonly db: Database;
  readonly feed: { readonly id: string; readonly symbols: readonly string[] };
  readonly forecasters: readonly Pick<LocalForecaster, 'key' | 'version'>[];
  readonly archiveDay: ArchiveDay;
  readonly judgeDay: JudgeDay;
  readonly startJudging: StartJudging;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
  /** To the operator's terminal. */
  readonly print: (text: string) => void;
}

/** A day in so many, and the last one, is logged while the history is filled. */
const logEvery = 5;
/** Bars are kept this many days longer than they count. */
const spareDays = 10;

export const createFillDays =
  ({ db, feed, forecasters, archiveDay, judgeDay, startJudging, log, print }: Needs): FillDays =>
  async (ends, stopping, onJudged) => {
    const oldest = ends.at(-1);
    if (oldest === undefined) return;
    const all = [...ends, ...tradingDaysBefore(oldest - 1, warmUpDays)];
    const from = new Date(all.at(-1) ?? oldest);
    const archived = new Set(await listArchivedDays(db, feed.id, from, feed.symbols.length));
    const judged = await listDaysOfAll({ db, feed, forecasters }, from);
    const isNew = all.filter((end) => !archived.has(end)).length > 1;
    if (isNew) print(`being calibrated on this market: reading ${all.length} days of its history in the background`);
    let judging: Judging | null = null;
    const close = (): void => void judging?.close();
    stopping.addEventListener('abort', close);
    try {
      for (const [i, end] of all.entries()) {
        if (stopping.aborted) return;
        if (!archived.has(end)) await archiveDay(end, stopping);
        const ripe = all[i - warmUpDays];
        if (ripe !== undefined && !judged.has(ripe) && !stopping.aborted) {
          await judgeDay(ripe, (judging ??= startJudging()));
          await onJudged();
        }
        if (isNew && ((i + 1) % logEvery === 0 || i + 1 === all.length)) {
          log.info({ day: toInstant(end), stored: i + 1, of: all.length }, 'bars of the feed stored for calibration');
          print(`${i + 1} of ${all.length} days read`);
        }
      }
      const before = new Date(from.getTime() - spareDays * dayMs);
      await deleteFeedDaysBefore(db, before);
      await deleteStatisticsBefore(db, before);
    } catch (error) {
      // A day that was being judged at a stop is judged at the next start.
      if (!stopping.aborted) throw error;
    } finally {
      stopping.removeEventListener('abort', close);
      close();
    }
  };

/** The days that every model was judged on. */
async function listDaysOfAll(
  { db, feed, forecasters }: Pick<Needs, 'db' | 'feed' | 'forecasters'>,
  from: Date,
): Promise<ReadonlySet<number>> {
  const lists = await Promise.all(
    forecasters.map(({ key: model, version }) => listJudgedDays(db, { feed: feed.id, model, version }, from)),
  );
  return new Set(lists[0]?.filter((day) => lists.every((days) => days.includes(day))));
}
