import { createDayStore } from './day-store.ts';
import { createDownloadBar } from './download-bar.ts';
import { downloadDays } from './download-days.ts';
import { createDukascopy } from './dukascopy.ts';
import type { FetchUrl } from './fetch-with-retry.ts';
import type { HistoryOptions } from './history-options.ts';
import { NoAnswerError } from './no-answer-error.ts';
import type { Pause } from './pause.ts';

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
