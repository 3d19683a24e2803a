import type { Closure } from '#domain/market/forex-holidays.ts';
import { toInstant } from '#contract/wire.ts';
import type { MarketClock } from '#domain/clock.ts';
import { type MarketState, marketState, nextHolidays, type TradingHours } from '#domain/market/trading-hours.ts';
import { getDelay, type MarketView } from '#server/live/market-view.ts';
import { minuteMs } from '#domain/time.ts';
import type { ModelCatalogue } from '#server/modules/signals/signals.api.ts';
import type { ReadWorkingStats } from './prices.api.ts';

interface ReadWorkingStatsDependencies {
  readonly market: MarketView;
  readonly catalogue: ModelCatalogue;
  readonly hours: TradingHours;
  readonly clock: MarketClock;
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const shownHolidays = 2;

const toClosureDto = ({ from, to }: Closure) => ({ from: toInstant(from), to: toInstant(to) });

export const createReadWorkingStats = ({
  market,
  catalogue,
  hours,
  clock,
}: ReadWorkingStatsDependencies): ReadWorkingStats => {
  const getState = perMinute((now) => marketState(hours, now));
  return () => {
    const now = clock.now();
    const { open, nextOpen, nextClose } = getState(now);
    return {
      open,
      days: [...(hours.window?.days ?? everyDay)],
      from: timeOfDay(hours.window?.fromMinute ?? 0),
      to: timeOfDay(hours.window?.toMinute ?? 1440),
      timezone: hours.window?.timezone ?? 'UTC',
      now: toInstant(now),
      nextOpen: nextOpen === null ? null : toInstant(nextOpen),
      nextClose: nextClose === null ? null : toInstant(nextClose),
      holidays: nextHolidays(hours, now, shownHolidays).map(toClosureDto),
      feed: { kind: market.feed.kind, live: market.feed.isLive, delayMs: getDelay(market, now) },
      models: [...catalogue.entries()],
    };
  };
};

/** The next opening is searched minute by minute over two weeks, so once a minute is enough. */
function perMinute(read: (now: number) => MarketState): (now: number) => MarketState {
  let known: { minute: number; state: MarketState } | null = null;
  return (now) => {
    const minute = Math.floor(now / minuteMs);
    if (known?.minute !== minute) known = { minute, state: read(now) };
    return known.state;
  };
}

const timeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
