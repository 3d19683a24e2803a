import type { Bar } from '#engine/bar/bar.ts';
import type { Tick } from '#engine/tick/tick.ts';

export type FeedKind = 'simulated' | 'replay' | 'deriv' | 'oanda' | 'twelvedata';

export interface FeedHandlers {
  onTick(tick: Tick): void;
  /**
   * The stream of these pairs has been broken since `from` (milliseconds UTC); `to` is set when it
   * is back.
   */
  onGap(symbols: readonly string[], from: number, to: number | null): void;
  onStateChange(state: FeedState): void;
}

export interface FeedState {
  readonly connected: boolean;
  /** For the operator, not for users: why it is not connected. */
  readonly reason?: string;
}

/** The port: one normalised stream of ticks from any source. */
export interface MarketData {
  readonly kind: FeedKind;
  /** False for a simulated or replayed market, which the product shows to every user. */
  readonly isLive: boolean;
  readonly symbols: readonly string[];
  /** Up to `count` closed one-minute bars that end before `until` (milliseconds UTC), oldest first. */
  backfill(symbol: string, until: number, count: number): Promise<readonly Bar[]>;
  start(handlers: FeedHandlers): Promise<void>;
  stop(): Promise<void>;
  state(): FeedState;
}

/** A simulated market at any time, because it is a function of (seed, time). */
export interface SimulatedPast {
  readonly symbols: readonly string[];
  /** Every tick of the minute that starts at `minuteStart`, in rising time. */
  ticksOf(minuteStart: number): readonly Omit<Tick, 'receivedAt'>[];
  /** The bars of each pair in the `count` minutes before `minuteStart`, oldest first. */
  barsBefore(minuteStart: number, count: number): ReadonlyMap<string, readonly Bar[]>;
}
