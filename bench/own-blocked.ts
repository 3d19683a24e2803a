/** The trace format of Chromium: times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Of the processor, spent in the thread itself. */
  readonly tdur?: number;
}

/** What takes longer holds a person up: https://web.dev/articles/tbt */
const noticedMs = 50;

/**
 * Total blocking time counted by the processor time of the page's main thread, in ms of a phone that is `slowdown` times slower:
 * what the page itself costs. Lighthouse counts by the clock, in which the thread's waiting is contained.
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
    // A task within another is part of it.
    if (ts < end) continue;
    end = ts + dur;
    blocked += Math.max(0, (slowdown * tdur) / 1_000 - noticedMs);
  }
  return blocked;
}
