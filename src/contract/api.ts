import type { reviewEndpoints } from './reviews.ts';
import type { traderEndpoints } from './traders.ts';

/** Every call of the product. A type alone, so that who calls bundles no schema. */
export type Api = typeof reviewEndpoints & typeof traderEndpoints;
