import { type MarketClock, hourMs, minuteMs, startOfMinute } from '#domain/time.ts';
import { type MajorPair, majorPairs } from '#domain/market/currency-pair.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { setImmediate } from 'node:timers/promises';
import type { MarketData } from './market-data.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { type MarketParameters, readMarketParameters } from './simulated/market-parameters.ts';
import { createTickMaker } from './simulated/tick-maker.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';
import { createPlayedMarket } from './played-market.ts';

interface SimulatedMarketOptions {
  /** The same seed gives the same market in every process and at every start. */
  readonly seed: number;
  readonly clock: MarketClock;
  readonly scheduler: Scheduler;
  /** Default: the 28 crosses of the majors. */
  readonly symbols?: readonly string[];
  readonly parameters?: MarketParameters;
}

const pollMs = 20;
const catchUpMs = 10_000;
const retainedMinutes = 3_000;
/** It has every past, but each day that is judged costs a second of processor time. */
const historyDays = 10;

/**
 * A random market fitted to a recorded one, open day and night. It never presents itself as a real
 * one.
 */
export function createSimulatedMarket(options: SimulatedMarketOptions): MarketData {
  const { clock, scheduler, seed } = options;
  const pairs = getPairs(options.symbols);
  const maker = createTickMaker(options.parameters ?? readMarketParameters(), seed, pairs);
  const symbols = pairs.map((pair) => pair.symbol);
  const bars = new Map<number, readonly (Bar | null)[]>();

  function toBars(minute: number): readonly (Bar | null)[] {
    const known = bars.get(minute);
    if (known) return known;
    const made = maker.bars(minute);
    bars.set(minute, made);
    const oldest = bars.size > retainedMinutes ? bars.keys().next().value : undefined;
    if (oldest !== undefined) bars.delete(oldest);
    return made;
  }

  async function backfill(symbol: string, until: number, count: number): Promise<readonly Bar[]> {
    const index = symbols.indexOf(symbol);
    if (index < 0) return [];
    const end = startOfMinute(Math.min(until, clock.now()));
    const found: Bar[] = [];
    for (let minute = end - count * minuteMs; minute < end; minute += minuteMs) {
      // A day is generated in a fifth of a second: requests are served in between.
      if (minute % hourMs === 0) await setImmediate();
      const bar = toBars(minute)[index];
      if (bar) found.push(bar);
    }
    return found;
  }

  return createPlayedMarket({
    kind: 'simulated',
    symbols,
    historyDays,
    backfill,
    clock,
    scheduler,
    pollMs,
    createTicks: maker.ticks,
    catchUpMs,
  });
}

/** A simulated market at any time, because it is a function of (seed, time). */
interface SimulatedPast {
  readonly symbols: readonly string[];
  /** Every tick of the minute that starts at `minuteStart`, in rising time. */
  createTicks(minuteStart: number): readonly QuotedTick[];
  /** The bars of each pair in the `count` minutes before `minuteStart`, oldest first. */
  barsBefore(minuteStart: number, count: number): ReadonlyMap<string, readonly Bar[]>;
}

/** Any time of the market with this seed. */
export function createSimulatedPast({
  seed,
  symbols: chosen,
}: Pick<SimulatedMarketOptions, 'seed' | 'symbols'>): SimulatedPast {
  const pairs = getPairs(chosen);
  const maker = createTickMaker(readMarketParameters(), seed, pairs);
  return {
    symbols: pairs.map(({ symbol }) => symbol),
    createTicks: maker.ticks,
    barsBefore: (minuteStart, count) => {
      const found = new Map(pairs.map(({ symbol }): [string, Bar[]] => [symbol, []]));
      for (let minute = minuteStart - count * minuteMs; minute < minuteStart; minute += minuteMs)
        maker.bars(minute).forEach((bar, i) => bar && found.get(pairs[i]?.symbol ?? '')?.push(bar));
      return found;
    },
  };
}

/** Any other pair is left out, as by a feed that does not offer it. */
const getPairs = (symbols: readonly string[] | undefined): readonly MajorPair[] =>
  symbols?.flatMap((symbol) => majorPairs.find((pair) => pair.symbol === symbol) ?? []) ?? majorPairs;
