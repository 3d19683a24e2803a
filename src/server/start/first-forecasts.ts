import { setTimeout as wait } from 'node:timers/promises';
import { minuteMs, secondMs } from '#domain/time.ts';
import { readHead } from '#server/modules/record/append/append-leaves.ts';
import type { Component } from './component.ts';
import type { Platform } from './platform.ts';

const everyMs = 100;
const explainedAfterMs = 3 * secondMs;
/** The close of a minute comes within this time; later, something else is wrong that the pages say. */
const maxWaitMs = minuteMs + 15 * secondMs;

interface FirstForecastsDependencies extends Pick<Platform, 'db' | 'marketClock' | 'log'> {
  readonly print: (line: string) => void;
  readonly onStated: () => void;
}

/** Waits until the record states a minute that a signal may pass on; prints why it takes up to a minute. */
export function createFirstForecasts(needs: FirstForecastsDependencies): Component {
  const { db, marketClock, log, print, onStated } = needs;
  const stopping = new AbortController();
  const isStated = async (): Promise<boolean> => {
    const { minute } = await readHead(db);
    return minute !== null && marketClock.now() - minute.minute < 2 * minuteMs;
  };
  const untilStated = async (): Promise<void> => {
    for (let waitedMs = 0; waitedMs < maxWaitMs && !(await isStated()); waitedMs += everyMs) {
      if (waitedMs === explainedAfterMs) print('Preparing the first forecasts: they come when a minute closes…');
      await wait(everyMs, undefined, { signal: stopping.signal });
    }
  };
  const run = async (): Promise<void> => {
    await untilStated().catch((error: unknown) => {
      if (!stopping.signal.aborted) log.error({ err: error }, 'the first forecasts could not be awaited');
    });
    if (!stopping.signal.aborted) onStated();
  };
  return { name: 'first forecasts', start: () => void run(), stop: () => stopping.abort() };
}
