import { describe, expect, it } from 'vitest';
import type { EnteringSignal } from '#engine/signal/open-signal.ts';
import type { Tick } from '#engine/tick/tick.ts';
import { createRecentTicks } from '#server/live/live-engine.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createEntries, createWatchedPairs } from './entries.ts';
import type { TickRow } from './ticks.repository.ts';

const issuedAt = Date.parse('2026-03-02T10:00:00.000Z');
const signal: EnteringSignal = { id: 's1', symbol: 'EURUSD', direction: 'BUY', duration: 5, issuedAt };
const tickAfter = (ms: number, symbol = 'EURUSD'): Tick => {
  const time = issuedAt + ms;
  return { symbol, time, receivedAt: time, bid: 1.1, ask: 1.1001 };
};

function aBench() {
  const recent = createRecentTicks(30_000);
  const logged: number[] = [];
  const entered: [string, number][] = [];
  const writing = Promise.withResolvers<void>();
  const pairs = createWatchedPairs({
    recentTicks: recent.since,
    tickLog: { isNew: () => true, add: ({ time }) => logged.push(time - issuedAt) },
  });
  const enterSignal = async ({ id }: EnteringSignal, { time }: TickRow): Promise<undefined> => {
    entered.push([id, time.getTime() - issuedAt]);
    await writing.promise;
  };
  const entries = createEntries({ enterSignal, pairs, feed: 'simulated:1', log: silentLog });
  const onTick = (tick: Tick): void => {
    recent.add(tick);
    pairs.onTick(tick);
    entries.onTick(tick);
  };
  return { entries, onTick, logged, entered, finish: writing.resolve };
}

describe('a signal that was issued', () => {
  it('enters at its first tick, and its ticks are logged from then on', () => {
    const { entries, onTick, entered, logged } = aBench();
    entries.add(signal);
    for (const ms of [-200, 300, 700]) onTick(tickAfter(ms));
    onTick(tickAfter(500, 'GBPUSD'));
    expect(entered).toEqual([['s1', 300]]);
    expect(logged).toEqual([-200, 300, 700]);
  });

  it('enters at the same tick when its leader hears of it late', () => {
    const { entries, onTick, entered, logged } = aBench();
    for (const ms of [-200, 300, 700, 2_900]) onTick(tickAfter(ms));
    entries.add(signal);
    onTick(tickAfter(3_400));
    expect(entered).toEqual([['s1', 300]]);
    expect(logged).toEqual([300, 700, 2_900, 3_400]);
  });

  it('does not enter at a tick that comes too late', () => {
    const { entries, onTick, entered } = aBench();
    entries.add(signal);
    onTick(tickAfter(5_001));
    entries.add(signal);
    expect(entered).toEqual([]);
  });
});
