import type { SignalFile } from '#contract/admin/signals.ts';
import { toInstant } from '#contract/wire.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { computeMid, roundPrice } from '#domain/market/price.ts';
import type { TickRow } from './ticks.repository.ts';

type Tick = Pick<TickRow, 'time' | 'bid' | 'ask'>;

interface Period {
  readonly symbol: string;
  /**
   * Entry and expiry: the time before the first tick and after the last one counts as a gap too.
   */
  readonly from: Date;
  readonly to: Date;
}

/** Maximum number of points on a chart. */
const maxPoints = 300;

/** The prices during a signal in order of time, and the longest gap between ticks. */
export function pricesOfSignal(ticks: readonly Tick[], { symbol, from, to }: Period): SignalFile['prices'] {
  const digits = priceDigits(symbol);
  const gap = ticks.length === 0 ? null : maxGap([from, ...ticks.map(({ time }) => time), to]);
  const step = Math.max(1, Math.ceil(ticks.length / maxPoints));
  const shown = ticks.filter((_, i) => i % step === 0 || i === ticks.length - 1);
  return {
    count: ticks.length,
    longestGapMs: gap && gap.ms,
    longestGapAt: gap && toInstant(gap.at),
    points: shown.map(({ time, bid, ask }) => ({
      time: toInstant(time.getTime()),
      price: roundPrice(computeMid(bid, ask), digits),
    })),
  };
}

function maxGap(times: readonly Date[]): { ms: number; at: number } {
  let longest = { ms: 0, at: times[0]?.getTime() ?? 0 };
  times.forEach((time, i) => {
    const before = times[i - 1]?.getTime() ?? time.getTime();
    const ms = time.getTime() - before;
    if (ms > longest.ms) longest = { ms, at: before };
  });
  return longest;
}
