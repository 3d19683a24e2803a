import type { CurrencyPair } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import type { MarketParameters } from '#server/integrations/market-data/simulated/market-parameters.ts';
import { createTickMaker } from '#server/integrations/market-data/simulated/tick-maker.ts';
import { type BarTable, toTable } from '../bars/load-bars.ts';

/** The minutes to simulate: `from` <= time < `to`, milliseconds UTC. */
interface SimulatedRange {
  readonly from: number;
  readonly to: number;
  /** Default: day and night, weekends included, as a demo is. */
  readonly isOpen?: (time: number) => boolean;
}

/** The bars of these pairs in the simulated market. */
export function simulatedTables(
  parameters: MarketParameters,
  seed: number,
  pairs: readonly CurrencyPair[],
  { from, to, isOpen = () => true }: SimulatedRange,
): BarTable[] {
  const maker = createTickMaker(parameters, seed, pairs);
  const bars = pairs.map((): Bar[] => []);
  for (let time = from; time < to; time += minuteMs) {
    if (isOpen(time)) maker.bars(time).forEach((bar, p) => bar && bars[p]?.push(bar));
  }
  return pairs.map(({ symbol }, p) => toTable(symbol, bars[p] ?? []));
}
