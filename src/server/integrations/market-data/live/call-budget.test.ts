import { expect, test } from 'vitest';
import { minuteMs, secondMs } from '#domain/time.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { type CallPriority, type CallWindow, estimateCallsMs } from '#server/integrations/market-data/market-data.ts';
import { createCallBudget } from './call-budget.ts';

const setUp = (windows: readonly CallWindow[]) => {
  const virtual = createVirtualTime(0);
  const stopping = new AbortController();
  const { clock, scheduler } = virtual;
  const budget = createCallBudget({ windows, clock, scheduler, signal: stopping.signal });
  const made: string[] = [];
  const call = (name: string, priority?: CallPriority, signal?: AbortSignal): Promise<number> =>
    budget.takeTurn(priority, signal).then(() => made.push(`${name} at ${clock.now() / secondMs} s`));
  const callAll = (count: number, priority: CallPriority) =>
    Array.from({ length: count }, (_, i) => call(`${priority} ${i + 1}`, priority));
  const passTo = async (seconds: number): Promise<void> => {
    await virtual.advanceAsync(seconds * secondMs - clock.now());
    await Promise.resolve();
    await Promise.resolve();
  };
  return { virtual, stopping, budget, made, call, callAll, passTo };
};

test('makes calls at once while a window has room, and the next when its oldest call has left it', async () => {
  const { made, callAll, passTo } = setUp([{ calls: 2, ms: minuteMs }]);
  const calls = callAll(3, 'recent');
  await passTo(59);
  expect(made).toEqual(['recent 1 at 0 s', 'recent 2 at 0 s']);
  await passTo(60);
  await Promise.all(calls);
  expect(made.at(-1)).toBe('recent 3 at 60 s');
});

test('exceeds no window, the shorter or the longer', async () => {
  const { made, callAll, passTo } = setUp([
    { calls: 1, ms: secondMs },
    { calls: 3, ms: minuteMs },
  ]);
  const calls = callAll(4, 'recent');
  for (const second of [0, 1, 2, 3, 59, 60]) await passTo(second);
  await Promise.all(calls);
  expect(made).toEqual([0, 1, 2, 60].map((second, i) => `recent ${i + 1} at ${second} s`));
});

test('lets a recent gap go before calibration, and calibration before the rest', async () => {
  const { made, call, passTo } = setUp([{ calls: 1, ms: minuteMs }]);
  const calls = [call('first'), call('rest', 'rest'), call('calibration', 'calibration'), call('gap', 'recent')];
  for (const second of [0, 60, 120, 180]) await passTo(second);
  await Promise.all(calls);
  expect(made).toEqual(['first at 0 s', 'gap at 60 s', 'calibration at 120 s', 'rest at 180 s']);
});

test('keeps a quarter free of calibration and two fifths free of the rest, so that a gap is repaired at once', async () => {
  const { made, call, callAll, passTo } = setUp([{ calls: 100, ms: minuteMs }]);
  const stopped = new AbortController();
  const others = [...callAll(80, 'rest'), ...callAll(20, 'calibration')];
  await passTo(1);
  expect(made).toHaveLength(74);
  expect(made.filter((name) => name.startsWith('rest'))).toHaveLength(60);
  await call('gap', 'recent', stopped.signal);
  expect(made.at(-1)).toBe('gap at 1 s');
  await passTo(121);
  await Promise.all(others);
});

test('rejects waiting and later calls when the feed stops, and those of a caller that stops', async () => {
  const { virtual, stopping, call } = setUp([{ calls: 1, ms: minuteMs }]);
  const caller = new AbortController();
  await call('first');
  const [second, third] = [call('second', 'rest', caller.signal), call('third')];
  caller.abort();
  await expect(second).rejects.toThrow('stopped');
  stopping.abort();
  await expect(third).rejects.toThrow('stopped');
  await expect(call('fourth')).rejects.toThrow('stopped');
  expect(virtual.waiting()).toBe(0);
});

test('says what is left of each limit', async () => {
  const windows = [
    { calls: 8, ms: minuteMs },
    { calls: 20, ms: 60 * minuteMs },
  ];
  const { virtual, budget, call } = setUp(windows);
  for (let n = 0; n < 3; n += 1) await call(`early ${n}`);
  expect(budget.countLeft().map(({ left }) => left)).toEqual([5, 17]);
  virtual.advance(minuteMs);
  expect(budget.countLeft().map(({ left }) => left)).toEqual([8, 17]);
});

test('estimates the time of a number of calls from the window that lasts longest', () => {
  const windows = [
    { calls: 8, ms: minuteMs },
    { calls: 20, ms: 60 * minuteMs },
  ];
  expect([0, 1, 8, 9, 20].map((calls) => estimateCallsMs(windows, 'recent', calls) / minuteMs)).toEqual([
    0, 0, 0, 1, 2,
  ]);
  expect(estimateCallsMs(windows, 'recent', 21)).toBe(60 * minuteMs);
  expect(estimateCallsMs(windows, 'calibration', 19)).toBe(60 * minuteMs);
});
