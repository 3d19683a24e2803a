import { expect, test } from 'vitest';
import { UsageError } from '#scripts/command/run-command.ts';
import { untilQuiet } from './until-quiet.ts';

test('a row waits until the load of the row before is gone', async () => {
  const loads = [2.4, 1, 0.9];
  const paused: number[] = [];
  const load = await untilQuiet(
    () => loads.shift() ?? 0,
    async (ms) => paused.push(ms),
  );
  expect(load).toBe(0.9);
  expect(paused).toEqual([5_000, 5_000]);
});

test('a machine that stays busy is refused, with the way out', async () => {
  const paused: number[] = [];
  const waiting = untilQuiet(
    () => 7.25,
    async (ms) => paused.push(ms),
  );
  await expect(waiting).rejects.toThrow(UsageError);
  await expect(waiting).rejects.toThrow(/--busy/);
  expect(paused.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(300_000);
});
