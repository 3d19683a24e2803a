import { limits } from '#domain/signals/limits.ts';
import type { DecidingTicks, ReadLoggedTicks } from '../signals.api.ts';
import { findFirstTicks, findLastTicks, tickKey, toDecidingTick } from './ticks.repository.ts';

/** The tick log of signals, as read by shadow forecasts. */
export const loggedTicks: ReadLoggedTicks = (tx, feed) => {
  const readWith =
    (find: typeof findFirstTicks, windowMs: number): DecidingTicks['first'] =>
    async (wanted) => {
      const places = wanted.map(({ symbol, at }) => ({ feed, symbol, at: new Date(at) }));
      const found = await find(tx, places, windowMs);
      return wanted.map(({ symbol, at }) => {
        const row = found.get(tickKey(feed, symbol, at));
        return row ? toDecidingTick(row) : null;
      });
    };
  return {
    first: readWith(findFirstTicks, limits.entryTickWithinMs),
    last: readWith(findLastTicks, limits.closingTickMaxAgeMs),
  };
};
