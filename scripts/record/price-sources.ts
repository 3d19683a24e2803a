import { priceDigits, computeMid, pipSize } from '#domain/market/currency-pair.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import { minuteMs, secondMs, startOfMinute } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { readMarketFile } from '#server/integrations/market-data/replay/read-market-file.ts';
import { type Recording, toRecording } from '#server/integrations/market-data/replay/recording.ts';
import { UsageError } from '#research/bars/usage-error.ts';

/** Mid prices; the tolerance is included. */
export interface PriceRange {
  readonly low: number;
  readonly high: number;
}

/** One pair's prices from another source of the same market. */
export interface PriceSource {
  readonly symbol: string;
  /** The prices around that instant (milliseconds UTC); null: it is not covered. */
  rangeAt(time: number): PriceRange | null;
}

/** A tick may carry the time of the second before or after. */
const clockToleranceMs = secondMs;

/** A file of ticks or bars, in the form of REPLAY_FILES. */
export function openPriceFile(path: string): PriceSource {
  try {
    const file = readMarketFile(path);
    const recording = toRecording(file);
    return file.columns.has('close') ? sourceOfBars(file.symbol, recording.bars) : sourceOfTicks(recording);
  } catch (error) {
    throw new UsageError(`--prices: ${getErrorMessage(error)}.`);
  }
}

function sourceOfBars(symbol: string, bars: (from: number, to: number) => readonly Bar[]): PriceSource {
  const tolerance = halfPip(symbol);
  return {
    symbol,
    rangeAt: (time) => {
      const around = bars(startOfMinute(time - clockToleranceMs), startOfMinute(time + clockToleranceMs) + minuteMs);
      return getRange(
        around.flatMap(({ low, high }) => [low, high]),
        tolerance,
      );
    },
  };
}

/** Between two ticks the price is that of the first. */
function sourceOfTicks({ symbol, ticks }: Recording): PriceSource {
  return {
    symbol,
    rangeAt: (time) => {
      const near = [time - minuteMs, time, time + minuteMs].flatMap((at) => [...ticks(startOfMinute(at))]);
      const known = near.filter((tick) => tick.time <= time + clockToleranceMs);
      const first = Math.max(
        0,
        known.findLastIndex((tick) => tick.time <= time - clockToleranceMs),
      );
      const around = known.slice(first);
      const spread = Math.max(0, ...around.map(({ bid, ask }) => ask - bid));
      return getRange(
        around.map(({ bid, ask }) => computeMid(bid, ask)),
        Math.max(halfPip(symbol), spread / 2),
      );
    },
  };
}

function getRange(prices: readonly number[], tolerance: number): PriceRange | null {
  return prices.length === 0 ? null : { low: Math.min(...prices) - tolerance, high: Math.max(...prices) + tolerance };
}

const halfPip = (symbol: string): number => pipSize(priceDigits(symbol)) / 2;
