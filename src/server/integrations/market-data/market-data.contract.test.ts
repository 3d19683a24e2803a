import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isSymbol } from '#domain/market/currency-pair.ts';
import { createFeedRecorder, type FeedRecorder } from '#tests/support/market/feed-recorder.ts';
import { type LiveFeedSetup, liveFeeds, liveFeedsNow } from '#tests/support/market/live-feeds.ts';
import { createVirtualTime, type VirtualTime } from '#tests/support/virtual-time.ts';
import { minuteMs } from '#domain/time.ts';
import type { MarketData } from './market-data.ts';
import { createReplayMarket } from './replay-market.ts';
import { createSimulatedMarket } from './simulated-market.ts';

interface Subject {
  readonly market: MarketData;
  readonly virtual: VirtualTime;
  readonly recorder: FeedRecorder;
  /** Plays half a minute of market. */
  play(): Promise<void>;
  tearDown(): Promise<void>;
}

const play = (virtual: VirtualTime) => async (): Promise<void> => virtual.advance(30_000);

async function simulated(): Promise<Subject> {
  const virtual = createVirtualTime(liveFeedsNow);
  const market = createSimulatedMarket({ seed: 3, clock: virtual.clock, scheduler: virtual.scheduler });
  return { market, virtual, recorder: createFeedRecorder(), play: play(virtual), tearDown: () => market.stop() };
}

async function replay(): Promise<Subject> {
  const virtual = createVirtualTime(liveFeedsNow);
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  const files = ['EURUSD', 'AUDUSD'].map((symbol) => {
    const rows = Array.from({ length: 300 }, (_, i) => `${1_538_568_000 + i * 60},1.1,1.1002,1.0999,1.1001`);
    const path = join(folder, `${symbol}.csv`);
    writeFileSync(path, ['time,open,high,low,close', ...rows].join('\n'));
    return path;
  });
  const playFrom = (1_538_568_000 + 200 * 60) * 1_000;
  const market = createReplayMarket({
    files,
    timezone: null,
    clock: virtual.clock,
    scheduler: virtual.scheduler,
    playFrom,
  });
  const tearDown = async (): Promise<void> => {
    await market.stop();
    rmSync(folder, { recursive: true });
  };
  return { market, virtual, recorder: createFeedRecorder(), play: play(virtual), tearDown };
}

const live = (setUp: () => Promise<LiveFeedSetup>) => async (): Promise<Subject> => {
  const setup = await setUp();
  const playTicks = async (): Promise<void> => {
    if (setup.market.state().reason === 'stopped') return setup.virtual.advance(30_000);
    await setup.subscribed();
    for (let i = 0; i < 10; i += 1) {
      setup.virtual.advance(1_500);
      await setup.tick('EURUSD', 1.1 + i / 10_000);
      await setup.tick('USDJPY', 151 + i / 100);
    }
  };
  return { ...setup, play: playTicks };
};

const simulations: readonly (readonly [string, () => Promise<Subject>])[] = [
  ['simulated', simulated],
  ['replay', replay],
];

describe.each([
  ...simulations.map(([kind, setUp]) => [kind, false, setUp] as const),
  ...liveFeeds.map(([kind, setUp]) => [kind, true, live(setUp)] as const),
])('the %s market fulfils the contract of its port', (kind, isLive, setUp) => {
  let subject: Subject;
  beforeEach(async () => {
    subject = await setUp();
  });
  afterEach(() => subject.tearDown());

  test('reports what it is', () => {
    expect(subject.market.kind).toBe(kind);
    expect(subject.market.isLive).toBe(isLive);
    expect(subject.market.symbols.length).toBeGreaterThan(0);
    expect(subject.market.symbols.every(isSymbol)).toBe(true);
    expect(subject.market.state().connected).toBe(false);
  });

  test('emits ticks of the promised pairs in rising time with bid at most ask', async () => {
    const { market, recorder } = subject;
    await market.start(recorder);
    await subject.play();
    expect(recorder.states[0]).toEqual({ connected: true });
    for (const symbol of market.symbols) {
      const ticks = recorder.ticks.filter((tick) => tick.symbol === symbol);
      expect(ticks.length).toBeGreaterThan(1);
      const times = ticks.map((tick) => tick.time);
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
      expect(ticks.every((tick) => tick.bid <= tick.ask && tick.bid > 0)).toBe(true);
      expect(ticks.every((tick) => tick.time <= tick.receivedAt)).toBe(true);
    }
    expect(recorder.ticks.every((tick) => market.symbols.includes(tick.symbol))).toBe(true);
  });

  test.each([0, 1, 30_000, 59_999])(
    'back-fill requested %i ms into a minute rises in time and ends before it',
    async (ms) => {
      const until = liveFeedsNow + ms;
      subject.virtual.advance(ms);
      const bars = await subject.market.backfill('EURUSD', until, 100);
      expect(bars).toHaveLength(100);
      expect(bars.map((bar) => bar.time)).toEqual(
        Array.from({ length: 100 }, (_, i) => liveFeedsNow - (100 - i) * minuteMs),
      );
      for (const bar of bars) {
        expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close));
        expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close));
      }
    },
  );

  test('stops everything on stop', async () => {
    const { market, recorder, virtual } = subject;
    await market.start(recorder);
    await subject.play();
    const before = { ticks: recorder.ticks.length, gaps: recorder.gaps.length };
    await market.stop();
    virtual.advance(1_000);
    await subject.play();
    expect({ ticks: recorder.ticks.length, gaps: recorder.gaps.length }).toEqual(before);
    expect(market.state()).toEqual({ connected: false, reason: 'stopped' });
    expect(virtual.waiting()).toBe(0);
  });
});
