import type { FeedConfig } from './config.ts';

/** Market time per unit of real time. */
export const speedOf = (feed: FeedConfig): number => (feed.kind === 'replay' ? feed.speed : 1);

/** The feed id in the record; different seeds are different markets. */
export const feedIdOf = (feed: FeedConfig): string =>
  feed.kind === 'simulated' ? `simulated:${feed.seed}` : feed.kind;
