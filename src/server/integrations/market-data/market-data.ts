import type { Bar } from '#engine/bar/bar-builder.ts';
import type { Tick } from '#engine/tick/tick.ts';

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

/** What a call for history is for, the most urgent first. */
export const callPriorities = ['recent', 'calibration', 'rest'] as const;
export type CallPriority = (typeof callPriorities)[number];

/** At most so many calls within any time of this length, milliseconds. */
export interface CallWindow {
  readonly calls: number;
  readonly ms: number;
}

/** How many of a window's calls may still be made. */
export interface CallsLeft extends CallWindow {
  readonly left: number;
}

/**
 * Share of each limit that calls of this priority leave to more urgent ones: of Deriv's 110 a minute, a
 * call for each of 28 pairs fits in at any time.
 */
const reservedShares: Readonly<Record<CallPriority, number>> = { recent: 0, calibration: 0.26, rest: 0.4 };

/** The minimum time for this many calls of a priority, from an unused budget, in milliseconds. */
export function estimateCallsMs(windows: readonly CallWindow[], priority: CallPriority, calls: number): number {
  const full = (window: CallWindow): number => Math.floor((calls - 1) / countAllowed(window, priority));
  return calls === 0 ? 0 : Math.max(0, ...windows.map((window) => full(window) * window.ms));
}

/** How many calls of this priority fit into the window. */
export const countAllowed = ({ calls }: CallWindow, priority: CallPriority): number =>
  Math.max(1, calls - Math.floor(calls * reservedShares[priority]));
