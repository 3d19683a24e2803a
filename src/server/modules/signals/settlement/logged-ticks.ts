import { limits } from '#domain/signals/limits.ts';
import { findFirstTicks, findLastTicks, type TickRow, tickKey, toDecidingTick } from './ticks.repository.ts';
import type { LoggedTicks } from '../signals.api.ts';

/** The tick log of signals, as read by shadow forecasts. */
export const loggedTicks: LoggedTicks = {
  first: async (tx, feed, wanted) =>
    inOrder(await findFirstTicks(tx, findPlaces(feed, wanted), limits.entryWindowMs), feed, wanted),
  last: async (tx, feed, wanted) =>
    inOrder(await findLastTicks(tx, findPlaces(feed, wanted), limits.closingTickMaxAgeMs), feed, wanted),
};

type Wanted = readonly { readonly symbol: string; readonly at: number }[];

const findPlaces = (feed: string, wanted: Wanted) =>
  wanted.map(({ symbol, at }) => ({ feed, symbol, at: new Date(at) }));

const inOrder = (found: ReadonlyMap<string, TickRow>, feed: string, wanted: Wanted) =>
  wanted.map(({ symbol, at }) => {
    const row = found.get(tickKey(feed, symbol, at));
    return row ? toDecidingTick(row) : null;
  });
