import type { Bar } from '#engine/bar/bar.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { CallPriority, CallsLeft, CallWindow } from '#domain/market/call-window.ts';

type FeedKind = 'simulated' | 'replay' | 'deriv' | 'oanda';

export interface FeedHandlers {
  onTick(tick: Tick): void;
  /**
   * The stream of these pairs has been broken since `from` (milliseconds UTC); `to` is set when it
   * is back.
   */
  onGap(symbols: readonly string[], from: number, to: number | null): void;
  onStateChange(state: FeedState): void;
  /** At the start if it is known, and whenever the feed says something else. */
  onOffer(offer: PairOffer): void;
}

/** What a feed has of the pairs that it was asked for. */
export interface PairOffer {
  readonly offered: readonly string[];
  readonly notOffered: readonly string[];
}

export interface FeedState {
  readonly connected: boolean;
  /** For the operator, not for users: why it is not connected. */
  readonly reason?: string;
}

/** The calls for history that a feed allows. */
export interface CallLimits {
  readonly windows: readonly CallWindow[];
  /** Minutes of a pair that one call returns at most. */
  readonly rowsPerCall: number;
}

export interface BackfillOptions {
  /** Bars before this instant (milliseconds UTC) are not needed, so no call is made for them. */
  readonly from?: number;
  /** By default the most urgent. */
  readonly priority?: CallPriority;
  /** When it aborts, a request that waits for its turn is rejected. */
  readonly signal?: AbortSignal;
}

/** The port: one normalised stream of ticks from any source. */
export interface MarketData {
  readonly kind: FeedKind;
  /** False for a simulated or replayed market, which the product shows to every user. */
  readonly isLive: boolean;
  /** The pairs that it is asked for. */
  readonly symbols: readonly string[];
  /** As the feed said last; null: it has not said yet. */
  offer(): PairOffer | null;
  /** How many trading days back its history goes; absent: as far as is asked for. */
  readonly historyDays?: number;
  /** Absent: its history is computed on this machine, not requested. */
  readonly callLimits?: CallLimits;
  /** Of its limits, as far as is known since its last call for history; absent as `callLimits`. */
  readonly countCallsLeft?: () => readonly CallsLeft[];
  /**
   * Up to `count` closed one-minute bars that end before `until` (milliseconds UTC), oldest first. A pair
   * that is not offered rejects without a call.
   */
  backfill(symbol: string, until: number, count: number, options?: BackfillOptions): Promise<readonly Bar[]>;
  start(handlers: FeedHandlers): Promise<void>;
  stop(): Promise<void>;
  state(): FeedState;
}
