import type { Price, WorkingStats } from '#contract/signals.ts';

type ReadWorkingStats = () => WorkingStats;

export interface PricesApi {
  readonly readWorkingStats: ReadWorkingStats;
  /** Called with every accepted tick, as a price for screens. */
  onPrice(listener: (price: Price) => void): void;
}
