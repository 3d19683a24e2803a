import { describe, expect, it } from 'vitest';
import type { EnteringSignal } from '#engine/settlement/settle.ts';
import type { Tick } from '#engine/tick/tick.ts';
import { aSignalsContext } from '#tests/support/signals-context.ts';
import { noDatabase, testPlatform } from '#tests/support/test-platform.ts';
import type { SignalsContext } from '../signals-context.ts';
import { awaitEntry, takeTick } from './entries.ts';

const issuedAt = Date.parse('2026-03-02T10:00:00.000Z');
const signal: EnteringSignal = { id: 's1', symbol: 'EURUSD', direction: 'BUY', duration: 5, issuedAt };
const tickAfter = (ms: number, symbol = 'EURUSD'): Tick => {
  const time = issuedAt + ms;
  return { symbol, time, receivedAt: time, bid: 1.1, ask: 1.1001 };
};

function aBench() {
  const recent: Tick[] = [];
  const recentTicks = (symbol: string, since: number) =>
    recent.filter((tick) => tick.symbol === symbol && tick.time >= since);
  const logged: number[] = [];
  const platform = testPlatform(noDatabase);
  const entered: [string, number][] = [];
  const ctx: SignalsContext = {
    ...aSignalsContext({ ...platform, engine: { ...platform.engine, recentTicks } }),
    tickLog: {
      begin: async () => undefined,
      isNew: () => true,
      add: ({ time }) => logged.push(time - issuedAt),
      flush: async () => undefined,
    },
    writeEntry: async ({ live, tick }) => {
      entered.push([live.id, tick.time.getTime() - issuedAt]);
      return undefined;
    },
  };
  const onTick = (tick: Tick): void => {
    recent.push(tick);
    takeTick(ctx, tick);
  };
  return { ctx, onTick, logged, entered };
}

describe('a signal that was issued', () => {
  it('enters at its first tick, and its ticks are logged from then on', () => {
    const { ctx, onTick, entered, logged } = aBench();
    awaitEntry(ctx, signal);
    for (const ms of [-200, 300, 700]) onTick(tickAfter(ms));
    onTick(tickAfter(500, 'GBPUSD'));
    expect(entered).toEqual([['s1', 300]]);
    expect(logged).toEqual([-200, 300, 700]);
  });

  it('enters at the same tick when its leader hears of it late', () => {
    const { ctx, onTick, entered, logged } = aBench();
    for (const ms of [-200, 300, 700, 2_900]) onTick(tickAfter(ms));
    awaitEntry(ctx, signal);
    onTick(tickAfter(3_400));
    expect(entered).toEqual([['s1', 300]]);
    expect(logged).toEqual([300, 700, 2_900, 3_400]);
  });

  it('does not enter at a tick that comes too late', () => {
    const { ctx, onTick, entered } = aBench();
    awaitEntry(ctx, signal);
    onTick(tickAfter(5_001));
    awaitEntry(ctx, signal);
    expect(entered).toEqual([]);
  });
});
