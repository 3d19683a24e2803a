import { dayMs, getHour } from '../time.ts';
import { type CountedForecast, effectOfEnd } from './counted-forecast.ts';
import { addForecast, type DaySums, removeVoid, withdraw } from './day-sums.ts';

/** How a signal ended. `key`: `forecastKey` of the signal. */
export interface SignalEnd {
  readonly feed: string;
  readonly key: string;
  readonly forecast: CountedForecast;
}

const keptMs = 2 * dayMs;
const forgetEvery = 10_000;

/**
 * Counts ends, passed in the order of the record, into the days given by `dayAt` (milliseconds UTC).
 * Every end that concerns one of these days must be passed.
 */
export function createEndCounter(dayAt: (feed: string, at: number) => DaySums): (end: SignalEnd) => void {
  const counted = new Map<string, CountedForecast & { readonly feed: string }>();

  /** A forecast is of one minute: what ended long before has no further ends. */
  const forgetBefore = (at: number): void => {
    for (const [key, one] of counted) if (one.endedAt < at) counted.delete(key);
  };
  const endedInHour = (feed: string, at: number): CountedForecast[] =>
    [...counted.values()].filter((one) => one.feed === feed && getHour(one.endedAt) === getHour(at));

  return ({ feed, key, forecast }) => {
    const before = counted.get(key);
    const effect = effectOfEnd(before, forecast);
    if (effect === 'none') return;
    if (before && before.result !== 'void') {
      counted.set(key, { ...before, result: 'void' });
      withdraw(dayAt(feed, before.endedAt), before, endedInHour(feed, before.endedAt));
    }
    if (effect === 'take_back') return;
    if (before) removeVoid(dayAt(feed, before.endedAt), before);
    // A later outcome takes its own place in the order, not that of the one before.
    counted.delete(key);
    counted.set(key, { ...forecast, feed });
    addForecast(dayAt(feed, forecast.endedAt), forecast);
    if (counted.size % forgetEvery === 0) forgetBefore(forecast.endedAt - keptMs);
  };
}
