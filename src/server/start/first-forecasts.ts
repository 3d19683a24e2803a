import { setTimeout as wait } from 'node:timers/promises';
import { minuteMs, secondMs } from '#domain/time.ts';
import { readHead } from '#server/modules/record/append/append-leaves.ts';
import type { Platform } from './platform.ts';

const everyMs = 100;
/** The close of a minute comes within this time; later, something else is wrong that the pages say. */
const maxWaitMs = minuteMs + 15 * secondMs;

/** Resolves when the record states a minute that a signal may pass on. Prints why it takes up to a minute. */
export async function firstForecasts(
  { db, marketClock }: Pick<Platform, 'db' | 'marketClock'>,
  print: (line: string) => void,
): Promise<void> {
  for (let waited = 0; waited < maxWaitMs; waited += everyMs) {
    const { minute } = await readHead(db);
    if (minute && marketClock.now() - minute.minute < 2 * minuteMs) return;
    if (waited === 3 * secondMs) print('Preparing the first forecasts: they come when a minute closes…');
    await wait(everyMs);
  }
}
