import { expect, it } from 'vitest';
import { ownBlockedMs, type TraceEvent } from './own-blocked.ts';

const event = (over: Partial<TraceEvent>): TraceEvent => ({ name: 'RunTask', ph: 'X', pid: 1, tid: 1, ts: 0, ...over });
const page = [event({ name: 'firstContentfulPaint', ph: 'I', ts: 1_000 }), event({ name: 'FunctionCall', ts: 1_500 })];

it('counts the main thread’s work above fifty milliseconds of a phone after the first paint, once', () => {
  const tasks = [
    event({ ts: 500, dur: 90_000, tdur: 90_000 }),
    event({ ts: 100_000, dur: 80_000, tdur: 20_000 }),
    event({ ts: 110_000, dur: 15_000, tdur: 15_000 }),
    event({ ts: 200_000, dur: 12_000, tdur: 12_000 }),
    event({ ts: 300_000, dur: 40_000, tdur: 40_000, tid: 2 }),
    event({ ts: 300_000, dur: 40_000, tdur: 40_000, pid: 2 }),
    event({ ts: 400_000, dur: 25_000 }),
  ];
  expect(ownBlockedMs([...page, ...tasks], 4)).toBe(4 * 20 - 50 + (4 * 25 - 50));
});

it('returns nothing for a page that was not painted', () => {
  expect(ownBlockedMs([event({ dur: 90_000 })], 4)).toBeNaN();
});
