import type { FeedConfig } from '#server/config/market.ts';
import type { Config } from '#server/config.ts';

/** The settings of all processes: the market is always open. */
export const rules = {
  feed: { kind: 'simulated', seed: 1 } satisfies FeedConfig,
  includeThinHours: true,
  payout: 0.82,
  tradingHours: { calendar: 'always', window: null },
} as const satisfies Partial<Config>;
export type Rules = typeof rules;

export const feedId = 'simulated:1';
