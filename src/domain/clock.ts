/** Time source. Milliseconds since the Unix epoch, UTC. Tests and replays inject their own. */
export interface Clock {
  now(): number;
}

/** The time of accounts, mails and jobs. A clock of one kind does not compile as the other. */
export interface WallClock extends Clock {
  readonly kind?: 'wall';
}

/** The time of the market, its signals and countdowns, which a replay may run faster. */
export interface MarketClock extends Clock {
  readonly kind?: 'market';
}

/** The clock of a market that runs by the wall clock: live, simulated, or not running now. */
export const asMarketClock = (clock: WallClock): MarketClock => ({ now: () => clock.now() });
