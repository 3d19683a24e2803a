import { describe, expect, test } from 'vitest';
import { createBarBuilder } from '#engine/bar/bar-builder.ts';
import type { Tick } from '#engine/tick/tick.ts';
import { createTickQuality, type TickRejection } from '#engine/tick/tick-quality.ts';
import { dayMs } from '#domain/time.ts';

const noon = Date.UTC(2026, 8, 15, 12);
const tick = (ms: number, bid: number): Tick => ({
  symbol: 'EURUSD',
  time: noon + ms,
  receivedAt: noon + 90_000,
  bid,
  ask: bid + 0.0001,
});

const honest = [tick(0, 1.1), tick(10_000, 1.1002), tick(20_000, 1.0999), tick(50_000, 1.1001), tick(60_000, 1.1)];

const toBars = (ticks: readonly Tick[]) => {
  const quality = createTickQuality();
  const builder = createBarBuilder(5);
  const accepted = ticks
    .map((one) => quality.check(one))
    .flatMap((verdict) => (verdict.kind === 'accepted' ? verdict.ticks : []));
  return { bars: accepted.flatMap((one) => builder.add(one) ?? []), counts: quality.counts() };
};

describe('F10: a feed with duplicate, out-of-order or backdated ticks', () => {
  const cases: readonly [string, readonly Tick[], TickRejection][] = [
    ['a repeated tick', [tick(20_000, 1.0999)], 'repeated'],
    ['another price at the same time', [tick(20_000, 1.105)], 'out_of_order'],
    ['an older tick', [tick(15_000, 1.09)], 'late'],
    ['a burst of older ticks', [tick(19_999, 1.08), tick(1, 1.12), tick(0, 1.1)], 'late'],
    ['a time from yesterday', [tick(-dayMs, 1.2)], 'late'],
  ];
  test.each(cases)('%s is dropped and counted, and the bars are unchanged', (_, intruders, reason) => {
    const { bars, counts } = toBars([...honest.slice(0, 3), ...intruders, ...honest.slice(3)]);
    expect(bars).toEqual(toBars(honest).bars);
    expect(counts[reason]).toBe(intruders.length);
    expect(counts.accepted).toBe(honest.length);
  });

  test('the clean feed produces the reference bar', () => {
    expect(toBars(honest).bars).toMatchObject([
      { time: noon, open: 1.10005, high: 1.10025, low: 1.09995, close: 1.10015 },
    ]);
  });
});
