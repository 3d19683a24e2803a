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

/** How the history of a feed may be read beside its live prices. */
export interface HistoryLimits {
  /** Trading days back. */
  readonly days: number;
  /** Pause after each day of a pair. */
  readonly pauseMs: number;
}

/** The comparison with a second feed (FEED_CHECK). Instants in milliseconds of market time. */
export interface FeedCheck {
  readonly kind: FeedKind;
  isConnected(): boolean;
  /** Difference of the two prices in usual spreads; null: not comparable. */
  getDifference(symbol: string): number | null;
  /** Whether the pair's prices were apart at that instant, so that they decide nothing. */
  wasApart(symbol: string, at: number): boolean;
}

/** The port: one normalised stream of ticks from any source. */
export interface MarketData {
  readonly kind: FeedKind;
  /** False for a simulated or replayed market, which the product shows to every user. */
  readonly isLive: boolean;
  readonly symbols: readonly string[];
  /** Absent: there is no second feed. */
  readonly check?: FeedCheck;
  /** Absent: as far back as it goes, at a rate that leaves the limits of public feeds alone. */
  readonly history?: HistoryLimits;
  /** Up to `count` closed one-minute bars that end before `until` (milliseconds UTC), oldest first. */
  backfill(symbol: string, until: number, count: number): Promise<readonly Bar[]>;
  start(handlers: FeedHandlers): Promise<void>;
  stop(): Promise<void>;
  state(): FeedState;
}
