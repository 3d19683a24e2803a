import { type Clock, systemClock } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJobs, type Jobs } from '#server/jobs/jobs.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const due = 2_000;
const maxPollMs = 2_000;

const database = sharedByTests(createTestDatabase);
let jobs: Jobs;
let polls: number;

/** Ends and counts a worker's pause between two polls of its queue at once. */
const countingClock: Clock = {
  ...systemClock,
  setTimeout: (fire, ms) => {
    if (ms > maxPollMs) return systemClock.setTimeout(fire, ms);
    polls += 1;
    return systemClock.setTimeout(fire, 0);
  },
};

beforeEach(async () => {
  jobs = createJobs({ url: database.url, log: silentLog, clock: countingClock });
  await jobs.start(['fast', 'slow']);
});
afterEach(() => jobs.stop());

const numbers = Array.from({ length: due }, (_, n) => ({ data: { n } }));

describe('F47 many jobs due at once', () => {
  it('are processed in full batches, without a pause in between', async () => {
    await jobs.sendAll(null, 'fast', numbers);
    polls = 0;
    const done = new Set<number>();
    await new Promise<void>((resolve, reject) => {
      jobs
        .work<{ n: number }>('fast', async ({ n }) => {
          done.add(n);
          if (done.size === due) resolve();
        })
        .catch(reject);
    });
    expect(done.size).toBe(due);
    expect(polls).toBeLessThan(20);
  });

  it('do not delay another queue while their handlers wait', async () => {
    await jobs.sendAll(null, 'slow', numbers.slice(0, 100));
    await jobs.sendAll(null, 'fast', numbers.slice(0, 100));
    const gate = Promise.withResolvers<void>();
    const finished = Promise.withResolvers<void>();
    let slowDone = 0;
    let fastDone = 0;
    await jobs.work('slow', async () => {
      await gate.promise;
      slowDone += 1;
    });
    await jobs.work('fast', async () => {
      fastDone += 1;
      if (fastDone === 100) finished.resolve();
    });
    await finished.promise;
    expect(slowDone).toBe(0);
    gate.resolve();
  });
});
