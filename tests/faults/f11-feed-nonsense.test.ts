import { describe, expect, test } from 'vitest';
import type { Tick } from '#engine/tick/tick.ts';
import { createTickQuality, type TickRejection } from '#engine/tick/tick-quality.ts';

const noon = Date.UTC(2026, 8, 15, 12);
const tick = (seconds: number, bid: number, ask = bid + 0.0001): Tick => ({
  symbol: 'EURUSD',
  time: noon + seconds * 1_000,
  receivedAt: noon + seconds * 1_000,
  bid,
  ask,
});
const begun = () => {
  const quality = createTickQuality();
  quality.check(tick(0, 1.1));
  return quality;
};

describe('F11: impossible prices', () => {
  const cases: readonly [string, Tick, TickRejection][] = [
    ['zero', tick(1, 0), 'zero'],
    ['a bid of zero', tick(1, 0, 1.1), 'zero'],
    ['negative', tick(1, -1.1), 'negative'],
    ['not a number', tick(1, Number.NaN), 'not_finite'],
    ['an ask that is not a number', tick(1, 1.1, Number.NaN), 'not_finite'],
    ['infinite', tick(1, 1.1, Number.POSITIVE_INFINITY), 'not_finite'],
    ['a billion', tick(1, 1e9), 'absurd'],
    ['an almost zero bid', tick(1, 1e-9, 2e-9), 'absurd'],
    ['ten times the price', tick(1, 11), 'absurd'],
    ['a third of the price', tick(1, 0.37), 'absurd'],
    ['a spread of a tenth of the price', tick(1, 1.1, 1.21), 'absurd'],
    ['a bid above the ask', tick(1, 1.1002, 1.1), 'crossed'],
    ['a time that is not a number', tick(Number.NaN, 1.1), 'not_finite'],
  ];
  test.each(cases)('%s is dropped, even when repeated', (_, wrong, reason) => {
    const quality = begun();
    expect(quality.check(wrong)).toEqual({ kind: 'dropped', reason });
    expect(quality.check({ ...wrong, time: wrong.time + 500 })).toEqual({ kind: 'dropped', reason });
    expect(quality.counts()[reason]).toBe(2);
    expect(quality.check(tick(3, 1.1001)).kind).toBe('accepted');
  });

  test('a spike of 10 % is held back, and discarded when the next tick is back at the old price', () => {
    const quality = begun();
    expect(quality.check(tick(1, 1.21))).toEqual({ kind: 'held' });
    const back = tick(2, 1.1001);
    expect(quality.check(back)).toEqual({ kind: 'accepted', ticks: [back] });
    expect(quality.counts()).toMatchObject({ accepted: 2, held: 1, unconfirmed_jump: 1 });
  });
});
