import { expect, test } from 'vitest';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { createBarBuilder } from '#engine/bar/bar-builder.ts';
import { createTickQuality } from '#engine/tick/tick-quality.ts';

const noon = Date.UTC(2026, 8, 15, 12);
const burst = 50_000;

/**
 * No unbounded queue between the feed and the bars: each tick is processed before the next one is
 * read. The delay of the event loop is measured by `npm run bench -- --only burst`.
 */
test('F12: 50,000 ticks of one second are all processed as they arrive, and the bar is correct', () => {
  const quality = createTickQuality();
  const builders = new Map(currencyPairs.map((pair) => [pair.symbol, createBarBuilder(pair.digits)]));
  for (let i = 0; i < burst; i += 1) {
    const pair = currencyPairs[i % currencyPairs.length];
    if (!pair) continue;
    const time = noon + Math.floor(i / currencyPairs.length) * 0.5;
    const mid = 1.1 + (i % 7) / 10 ** pair.digits;
    const verdict = quality.check({ symbol: pair.symbol, time, receivedAt: time, bid: mid, ask: mid });
    const used = verdict.kind === 'accepted' ? verdict.ticks.length : 0;
    expect(used).toBe(1);
    if (verdict.kind === 'accepted') for (const tick of verdict.ticks) builders.get(pair.symbol)?.add(tick);
  }
  expect(quality.counts().accepted).toBe(burst);
  for (const builder of builders.values()) {
    const bar = builder.closeUntil(noon + 60_000);
    expect(bar?.time).toBe(noon);
    expect(bar?.high).toBeGreaterThanOrEqual(bar?.low ?? Number.POSITIVE_INFINITY);
  }
});
