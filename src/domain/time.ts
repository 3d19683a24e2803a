/** Milliseconds in one unit of time. */
export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
/** 24 hours. A calendar day in a time zone may be shorter or longer. */
export const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;

/** UTC days, and hours, since the epoch. */
export const getDay = (time: number): number => Math.floor(time / dayMs);
export const getHour = (time: number): number => Math.floor(time / hourMs);

/** `2026-11-21`, of days since the epoch. */
export const dateOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Milliseconds since the epoch, at the start of the minute that contains `time`. */
export const startOfMinute = (time: number): number => Math.floor(time / minuteMs) * minuteMs;

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
