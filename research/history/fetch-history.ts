import { createDayStore, type DayStore } from './day-store.ts';
import { createDukascopy, type Dukascopy } from './dukascopy.ts';
import { type FetchUrl, NoAnswerError, type Pause } from './fetch-with-retry.ts';
import type { HistoryOptions } from './history-options.ts';
import { createProgress } from '#scripts/command/progress.ts';
import { dayMs } from '#domain/time.ts';
import { type Day, startOfDay } from './day.ts';

interface FetchHistoryDependencies {
  readonly fetchUrl: FetchUrl;
  readonly pause: Pause;
  /** Milliseconds UTC. */
  readonly now: number;
  /** Monotonic milliseconds from an arbitrary origin. */
  readonly ticks: () => number;
  readonly isTerminal: boolean;
  /** Prints progress. */
  readonly progress: (text: string) => void;
  /** Prints the result, one line per pair. */
  readonly print: (line: string) => void;
}

/**
 * Fetches the missing days, then writes the pairs' files. The exit code: 1 when the archive did not
 * answer.
 */
export async function fetchHistory(
  { symbols, days, out, source }: HistoryOptions,
  needs: FetchHistoryDependencies,
): Promise<0 | 1> {
  const store = createDayStore(out);
  const total = symbols.length * days.length;
  const missing = symbols.flatMap((symbol) => store.missingDays(symbol, days).map((day) => ({ symbol, day })));
  const { fetchUrl, pause, now, ticks, isTerminal, progress } = needs;
  const bar = createDownloadBar({ total, saved: total - missing.length, isTerminal, now: ticks, write: progress });
  const dukascopy = createDukascopy({ source, retryPolicy: { fetchUrl, pause, onError: bar.wait } });
  try {
    await downloadDays(missing, { dukascopy, store, pause, now, onDay: bar.advance });
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    progress(
      `\n${error.message}\n${bar.done()} of ${total} days are kept in ${out}; the same command goes on from there.\n`,
    );
    return 1;
  }
  if (isTerminal) progress('\n');
  for (const symbol of symbols) needs.print(await store.writeBars(symbol));
  return 0;
}

interface DownloadBarDependencies {
  readonly total: number;
  /** Days that were already cached. */
  readonly saved: number;
  readonly isTerminal: boolean;
  readonly now: () => number;
  readonly write: (text: string) => void;
}

interface DownloadBar {
  /** One more day is done. */
  advance(what: string): void;
  /** Reports a pause before a retry. */
  wait(error: string, ms: number): void;
  done(): number;
}

const width = 30;

/** On a terminal one line that is updated; elsewhere, in a log, one line per percent. */
export function createDownloadBar({ total, saved, isTerminal, now, write }: DownloadBarDependencies): DownloadBar {
  const startedAt = now();
  const lines = createProgress(now, write);
  let done = saved;
  if (saved > 0) write(`${saved} of ${total} days were here already.\n`);

  function advance(what: string): void {
    done += 1;
    if (isTerminal) write(`\r\u001b[K${barText(done / total)} ${done} of ${total} days, ${left()}  ${what}`);
    else lines.report('downloading', done / total);
  }

  function wait(error: string, ms: number): void {
    const text = `${error}; trying again in ${Math.round(ms / 1000)} s`;
    write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
  }

  function left(): string {
    const seconds = Math.round(((now() - startedAt) * (total - done)) / (done - saved) / 1000);
    return `about ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`;
  }

  return { advance, wait, done: () => done };
}

function barText(share: number): string {
  const full = Math.floor(width * share);
  return `[${'█'.repeat(full)}${'░'.repeat(width - full)}] ${Math.floor(100 * share)} %`;
}

interface PairDay {
  readonly symbol: string;
  readonly day: Day;
}

interface DownloadDaysDependencies {
  readonly dukascopy: Dukascopy;
  readonly store: Pick<DayStore, 'save'>;
  readonly pause: Pause;
  readonly now: number;
  onDay(what: string): void;
}

/**
 * Two days at a time, with bid and ask each: four requests. The archive is free and rejects clients
 * with a high request rate.
 */
const atOnce = 2;
const restMs = 150;
/** A more recent day without bars may not be published yet, so it is requested again next time. */
const publishedWithinMs = 7 * dayMs;

/**
 * Saves each day as soon as it is loaded. Throws the error of the first failed day once no other is
 * in progress.
 */
export async function downloadDays(wanted: readonly PairDay[], needs: DownloadDaysDependencies): Promise<void> {
  const queue = wanted.values();
  let failure: unknown = null;

  async function work(): Promise<void> {
    for (const { symbol, day } of queue) {
      try {
        const bars = await needs.dukascopy.toBars(symbol, day);
        if (bars.length > 0 || isPublished(day, needs.now)) await needs.store.save(symbol, day, bars);
        needs.onDay(`${symbol} ${day}`);
      } catch (error) {
        failure ??= error;
      }
      if (failure !== null) return;
      await needs.pause(restMs);
    }
  }

  await Promise.all(Array.from({ length: atOnce }, work));
  if (failure !== null) throw failure;
}

const isPublished = (day: Day, now: number): boolean => startOfDay(day) + publishedWithinMs <= now;
