import { createFeedAgreement } from '#engine/tick/feed-agreement.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { FeedHandlers, MarketData } from './market-data.ts';

interface Apart {
  readonly from: number;
  to: number | null;
}

/** Periods kept for each pair: settlement asks for the newest. */
const maxPeriods = 100;

/**
 * The main feed, compared with a second one: while the two prices of a pair are apart, its ticks are
 * withheld and the pair has a gap, so that it is stale for everything that follows. A second feed
 * that is away compares nothing and withholds nothing.
 */
export function createCheckedMarket(main: MarketData, second: MarketData): MarketData {
  const agreement = createFeedAgreement();
  const periods = new Map<string, Apart[]>();
  const lastPassed = new Map<string, number>();
  let handlers: FeedHandlers | null = null;

  const listOpen = (symbol: string): Apart | undefined => periods.get(symbol)?.findLast(({ to }) => to === null);

  /** Where the gap of an open period begins: with the last tick that was passed on. */
  const gapStarts = new Map<string, number>();

  const follow = (tick: Tick, isApart: boolean): void => {
    const { symbol, receivedAt } = tick;
    const open = listOpen(symbol);
    if (isApart === (open !== undefined)) return;
    if (open) {
      open.to = receivedAt;
      handlers?.onGap([symbol], gapStarts.get(symbol) ?? open.from, receivedAt);
    } else {
      periods.set(symbol, [...(periods.get(symbol) ?? []), { from: receivedAt, to: null }].slice(-maxPeriods));
      gapStarts.set(symbol, lastPassed.get(symbol) ?? receivedAt);
      handlers?.onGap([symbol], gapStarts.get(symbol) ?? receivedAt, null);
    }
    handlers?.onStateChange(state());
  };

  const state = () => {
    const apart = main.symbols.filter(listOpen);
    const own = main.state();
    return apart.length === 0 ? own : { ...own, reason: `apart from ${second.kind}: ${apart.join(', ')}` };
  };

  return {
    ...main,
    state,
    start: async (given) => {
      handlers = given;
      await second.start({
        onTick: (tick) => follow(tick, agreement.onTick('second', tick)),
        onGap: () => undefined,
        onStateChange: () => undefined,
        onOffer: () => undefined,
      });
      await main.start({
        ...given,
        onTick: (tick) => {
          follow(tick, agreement.onTick('main', tick));
          if (listOpen(tick.symbol)) return;
          lastPassed.set(tick.symbol, tick.time);
          given.onTick(tick);
        },
      });
    },
    stop: async () => void (await Promise.all([main.stop(), second.stop()])),
    check: {
      kind: second.kind,
      isConnected: () => second.state().connected,
      getDifference: agreement.getDifference,
      wasApart: (symbol, at) =>
        (periods.get(symbol) ?? []).some(({ from, to }) => from <= at && (to === null || at < to)),
    },
  };
}
