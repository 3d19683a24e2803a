/** Chromium's trace format: times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** CPU time of the thread itself. */
  readonly tdur?: number;
}

/** Longer tasks delay the user noticeably: https://web.dev/articles/tbt */
const noticedMs = 50;

/**
 * Total blocking time by the CPU time of the page's main thread, in ms of a phone that is
 * `slowdown` times slower: the cost of the page itself. Lighthouse measures wall-clock time, which
 * includes the time that the thread waits.
 */
export function ownBlockedMs(events: readonly TraceEvent[], slowdown: number): number {
  const painted = events.find(({ name }) => name === 'firstContentfulPaint');
  const main = events.find((event) => event.pid === painted?.pid && event.name === 'FunctionCall');
  if (!painted || !main) return Number.NaN;
  const tasks = events
    .filter(({ pid, tid, ph, name }) => pid === main.pid && tid === main.tid && ph === 'X' && name.endsWith('RunTask'))
    .filter(({ ts }) => ts >= painted.ts)
    .toSorted((a, b) => a.ts - b.ts);
  let end = 0;
  let blocked = 0;
  for (const { ts, dur = 0, tdur = dur } of tasks) {
    // A nested task is part of its parent.
    if (ts < end) continue;
    end = ts + dur;
    blocked += Math.max(0, (slowdown * tdur) / 1_000 - noticedMs);
  }
  return blocked;
}
