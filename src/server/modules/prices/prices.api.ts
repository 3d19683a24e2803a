import type { EventData } from '#contract/events.ts';
import type { Price } from '#contract/prices.ts';

export interface PricesApi {
  readMarketEvent(): EventData<'market'>;
  /** Called with every accepted tick, as a price for screens. */
  onPrice(listener: (price: Price) => void): void;
}
