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
