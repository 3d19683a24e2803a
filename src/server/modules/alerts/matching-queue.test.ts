import { expect, it } from 'vitest';
import type { ForecastsListener } from '#server/live/market-view.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createMatchingQueue } from './matching-queue.ts';

it('ends the minute under way at a stop and matches no later one', async () => {
  const listeners: ForecastsListener[] = [];
  const minutes: PromiseWithResolvers<number>[] = [];
  const queue = createMatchingQueue({
    market: { onForecasts: (listener) => void listeners.push(listener) },
    matchMinute: () => {
      const minute = Promise.withResolvers<number>();
      minutes.push(minute);
      return minute.promise;
    },
    send: async () => undefined,
    log: silentLog,
  });
  queue.start();
  for (let i = 0; i < 3; i += 1) for (const listener of listeners) listener([]);
  let isStopped = false;
  const stopped = queue.stop().then(() => (isStopped = true));
  expect([minutes.length, isStopped]).toEqual([1, false]);
  minutes[0]?.resolve(0);
  await new Promise((resolve) => setImmediate(resolve));
  expect([minutes.length, isStopped]).toEqual([1, true]);
  await stopped;
});
