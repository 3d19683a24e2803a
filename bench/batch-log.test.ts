import { expect, it } from 'vitest';
import { createBatchLog } from './batch-log.ts';

const batch = (...seconds: readonly number[]): Buffer =>
  Buffer.from(
    seconds
      .map((s) => `event: tick\ndata: {"symbol":"EURUSD","price":1.1,"time":"2026-03-03T12:00:0${s}.000Z"}\n\n`)
      .join(''),
  );

it('counts every client behind the first that got the same batch', () => {
  let now = 0;
  const log = createBatchLog(() => now);
  for (const [at, bytes] of [
    [100, batch(1, 2)],
    [130, batch(1, 2)],
    [1_100, batch(3)],
    [1_105, batch(1, 2)],
  ] as const) {
    now = at;
    log.add(bytes);
  }
  const noon = Date.parse('2026-03-03T12:00:00.000Z');
  expect(log.take()).toEqual([
    { firstAt: 100, behind: [0, 30, 1_005], oldestPrice: noon + 1_000, newestPrice: noon + 2_000 },
    { firstAt: 1_100, behind: [0], oldestPrice: noon + 3_000, newestPrice: noon + 3_000 },
  ]);
  expect(log.take()).toEqual([]);
});

it('ignores messages without a price', () => {
  const log = createBatchLog(() => 0);
  log.add(Buffer.from(': still here\n\n'));
  expect(log.take()).toEqual([]);
});
