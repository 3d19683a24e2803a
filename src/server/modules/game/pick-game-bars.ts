import type { Feed } from '#server/live/market-view.ts';
import type { GameBars } from '#contract/game.ts';
import { toInstant } from '#contract/wire.ts';
import { type MarketClock, hourMs, minuteMs } from '#domain/time.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import type { Bar } from '#engine/bar/bar.ts';

const shownBars = 30;
const guesses = 5;
const roundBars = shownBars + guesses;
/** Younger prices are reserved for users who may receive signals. */
const minAgeMs = hourMs;

interface PickGameBarsDependencies {
  readonly feed: Pick<Feed, 'symbols'>;
  /** Closed bars with `from` <= time < `to`. */
  readonly bars: (symbol: string, from: number, to: number) => readonly Bar[];
  readonly clock: MarketClock;
  /** Uniform in 0 … 1. */
  readonly chance: () => number;
}

export type PickGameBars = () => GameBars | null;

/** A random stretch without a gap, of a random pair; null while none is old enough. */
export const createPickGameBars =
  ({ feed, bars, clock, chance }: PickGameBarsDependencies): PickGameBars =>
  () => {
    const until = clock.now() - minAgeMs;
    for (const symbol of shuffled(feed.symbols, chance)) {
      const past = bars(symbol, Number.NEGATIVE_INFINITY, until);
      const starts = findStarts(past);
      const start = starts[Math.floor(chance() * starts.length)];
      if (start !== undefined) return findRound(symbol, past.slice(start, start + roundBars));
    }
    return null;
  };

/**
 * Possible starts of a round: its minutes are consecutive, and the answer to every guess is not a
 * tie.
 */
function findStarts(bars: readonly Bar[]): number[] {
  const starts: number[] = [];
  for (let start = 0; start + roundBars <= bars.length; start++) {
    const round = bars.slice(start, start + roundBars);
    if (isUnbroken(round) && round.slice(shownBars).every((bar) => bar.close !== bar.open)) starts.push(start);
  }
  return starts;
}

const isUnbroken = (round: readonly Bar[]): boolean =>
  (round.at(-1)?.time ?? 0) - (round[0]?.time ?? 0) === (roundBars - 1) * minuteMs;

function findRound(symbol: string, round: readonly Bar[]): GameBars {
  const dtos = round.map((bar) => ({ ...bar, time: toInstant(bar.time) }));
  const digits = priceDigits(symbol);
  return { symbol, digits, shown: dtos.slice(0, shownBars), hidden: dtos.slice(shownBars) };
}

/** Fisher-Yates shuffle. */
function shuffled(items: readonly string[], chance: () => number): string[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(chance() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] ?? '', mixed[last] ?? ''];
  }
  return mixed;
}
