import { beforeEach, describe, expect, it } from 'vitest';
import { createVirtualTime, type VirtualTime } from '#tests/support/virtual-time.ts';
import { repeat } from './repeat.ts';

let time: VirtualTime;
let runs: number[];
let errors: unknown[];
beforeEach(() => {
  time = createVirtualTime(0);
  [runs, errors] = [[], []];
});

const everySecond = (task: Parameters<typeof repeat>[0]['task'], firstAfterMs?: number) =>
  repeat({
    everyMs: 1_000,
    ...(firstAfterMs === undefined ? {} : { firstAfterMs }),
    task: (stopping) => {
      runs.push(time.clock.now());
      return task(stopping);
    },
    onError: (error) => void errors.push(error),
    after: time.scheduler.after,
  });

describe('a periodic task', () => {
  it('runs after each period, first after a pause of its own if it names one', async () => {
    everySecond(() => undefined).start();
    await time.advanceAsync(3_500);
    expect(runs).toEqual([1_000, 2_000, 3_000]);

    [time, runs] = [createVirtualTime(0), []];
    everySecond(() => undefined, 0).start();
    await time.advanceAsync(1_500);
    expect(runs).toEqual([0, 1_000]);
  });

  it('chooses the pause before the next run by its result', async () => {
    everySecond(() => (runs.length < 3 ? 50 : undefined)).start();
    await time.advanceAsync(2_500);
    expect(runs).toEqual([1_000, 1_050, 1_100, 2_100]);
  });

  it('never overlaps: the period begins when the run has ended', async () => {
    const work = Promise.withResolvers<void>();
    everySecond(() => (runs.length === 1 ? work.promise : undefined)).start();
    await time.advanceAsync(5_000);
    expect([runs, time.waiting()]).toEqual([[1_000], 0]);
    work.resolve();
    await time.advanceAsync(0);
    await time.advanceAsync(1_000);
    expect(runs).toEqual([1_000, 6_000]);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('the database is unavailable'))],
    [
      'throws',
      () => {
        throw new Error('the database is unavailable');
      },
    ],
  ])('that %s reports the error and runs again', async (_how, task) => {
    everySecond(task).start();
    await time.advanceAsync(2_000);
    expect([runs, errors]).toEqual([
      [1_000, 2_000],
      [new Error('the database is unavailable'), new Error('the database is unavailable')],
    ]);
  });
});

describe('stop', () => {
  it('waits for the current run, signals it to end, and starts no other', async () => {
    const work = Promise.withResolvers<void>();
    let signal: AbortSignal | undefined;
    const repeating = everySecond((stopping) => {
      signal = stopping;
      return work.promise;
    });
    repeating.start();
    await time.advanceAsync(1_000);
    expect(signal?.aborted).toBe(false);

    let isStopped = false;
    const stopped = repeating.stop().then(() => {
      isStopped = true;
    });
    await time.advanceAsync(0);
    expect([isStopped, signal?.aborted]).toEqual([false, true]);
    work.resolve();
    await stopped;
    expect(time.waiting()).toBe(0);
  });
});
