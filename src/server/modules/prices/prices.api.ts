import type { Price, WorkingStats } from '#contract/prices.ts';

export interface PricesApi {
  readWorkingStats(): WorkingStats;
  /** Called with every accepted tick, as a price for screens. */
  onPrice(listener: (price: Price) => void): void;
}
