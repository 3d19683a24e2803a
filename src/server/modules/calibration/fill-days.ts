import type { FastifyBaseLogger } from 'fastify';
import { toInstant } from '#contract/wire.ts';
import { dayMs } from '#domain/time.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { Database } from '#server/database/connection.ts';
import type { ArchiveDay } from './archive-day.ts';
import { deleteStatisticsBefore } from './calibration-days.repository.ts';
import type { Judging, StartJudging } from './calibration.api.ts';
import { daysToJudge, type IsOpenDay, type JudgeDay, listFirstDays, listJudgedByAll } from './judge-day.ts';
import { deleteFeedDaysBefore, listArchivedDays } from './feed-days.repository.ts';

/**
 * Stores what came of the forecasts of each trading day that ends then (newest first) and has not
 * been judged, with its bars and those of the days before it that warm the features up. Calls
 * `onJudged` after each. Older rows are deleted.
 */
export type FillDays = (ends: readonly number[], stopping: AbortSignal, onJudged: () => Promise<void>) => Promise<void>;

interface FillDaysDependencies {
  readonly db: Database;
  readonly feed: { readonly id: string; readonly symbols: readonly string[] };
  readonly forecasters: readonly Pick<LocalForecaster, 'key' | 'version'>[];
  readonly archiveDay: ArchiveDay;
  readonly isOpenDay: IsOpenDay;
  readonly judgeDay: JudgeDay;
  readonly startJudging: StartJudging;
  /** Until the first calibration of the feed; null: not known, or it has one. */
  readonly minutesLeft: () => Promise<number | null>;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
  /** To the operator's terminal. */
  readonly print: (text: string) => void;
}

/** A day in so many, and the last one, is logged while the history is filled. */
const logEvery = 5;
/** Bars are kept this many days longer than they count. */
const spareDays = 10;

export const createFillDays =
  ({
    db,
    feed,
    forecasters,
    archiveDay,
    isOpenDay,
    judgeDay,
    startJudging,
    minutesLeft,
    log,
    print,
  }: FillDaysDependencies): FillDays =>
  async (ends, stopping, onJudged) => {
    const oldest = ends.at(-1);
    if (oldest === undefined) return;
    const from = new Date(daysToJudge(oldest).at(-1) ?? oldest);
    const archived = new Set(await listArchivedDays(db, feed.id, from, feed.symbols));
    const judged = await listJudgedByAll({ db, feed, forecasters }, from);
    const missing = ends.filter((end) => !judged.has(end));
    if (missing.length === 0) return;
    const unread = [...new Set(missing.flatMap(daysToJudge))].filter((end) => !archived.has(end));
    let read = 0;
    const firstDays = new Set(listFirstDays(ends, isOpenDay));
    const readDay = async (end: number, judgedDay: number): Promise<void> => {
      await archiveDay(end, firstDays.has(judgedDay) ? 'calibration' : 'rest', stopping);
      read += 1;
      if (unread.length === 1 || (read % logEvery !== 0 && read < unread.length)) return;
      log.info({ day: toInstant(end), stored: read, of: unread.length }, 'bars of the feed stored for calibration');
      print(`${read} of ${unread.length} days read`);
    };
    if (unread.length > 1) {
      const minutes = await minutesLeft();
      const when = minutes === null ? '' : `, calibrated in about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
      print(`reading ${unread.length} days of the history of this market in the background${when}`);
    }
    let judging: Judging | null = null;
    const close = (): void => void judging?.close();
    stopping.addEventListener('abort', close);
    try {
      for (const end of missing) {
        for (const day of daysToJudge(end)) {
          if (stopping.aborted) return;
          if (archived.has(day)) continue;
          await readDay(day, end);
          archived.add(day);
        }
        if (stopping.aborted) return;
        await judgeDay(end, (judging ??= startJudging()));
        await onJudged();
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
