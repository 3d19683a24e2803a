import { limits } from '#domain/signals/limits.ts';
import { findFirstTick, findLastTicks, type TickRow, tickKey } from './ticks.repository.ts';
import type { LoggedTicks } from './signals.api.ts';

/** The tick log of signals, as read by shadow forecasts. */
export const loggedTicks: LoggedTicks = {
  first: async (tx, feed, symbol, at) =>
    deciding(await findFirstTick(tx, { feed, symbol, at: new Date(at) }, limits.entryWindowMs)),
  last: async (tx, feed, wanted) => {
    const places = wanted.map(({ symbol, at }) => ({ feed, symbol, at: new Date(at) }));
    const found = await findLastTicks(tx, places, limits.closingTickMaxAgeMs);
    return wanted.map(({ symbol, at }) => deciding(found.get(tickKey(feed, symbol, at))));
  },
};

const deciding = (row: TickRow | undefined) => (row ? { time: row.time.getTime(), bid: row.bid, ask: row.ask } : null);
