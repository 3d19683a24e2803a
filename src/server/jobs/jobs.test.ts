import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, systemClock } from 'pg-boss';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { hourMs } from '#domain/time.ts';
import { createJobs } from './jobs.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const database = sharedByTests(createTestDatabase);

interface Entry {
  readonly err?: unknown;
  readonly queue?: string;
}

function aLog() {
  const entries: Entry[] = [];
  return { entries, log: { error: (entry: Entry) => void entries.push(entry), warn: () => undefined } };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !isSo(); i++) await pause(50);
}

describe('jobs', () => {
  it('logs a handler that fails and queues its job for a retry', async () => {
    const { entries, log } = aLog();
    const jobs = createJobs({ url: database.url, log: log as never });
    await jobs.start(['failing']);
    await jobs.work('failing', async () => {
      throw new Error('no free connection');
    });
    await jobs.send(null, 'failing', {});
    await until(() => entries.length > 0);
    await jobs.stop();
    expect(entries).toMatchObject([{ err: { message: 'no free connection' }, queue: 'failing' }]);
    const { rows } = await database.pool.query("select state, retry_limit from pgboss.job where name = 'failing'");
    expect(rows).toEqual([{ state: 'retry', retry_limit: 20 }]);
  });

  it('a failing job leaves the other jobs of its batch completed', async () => {
    const jobs = createJobs({ url: database.url, log: aLog().log as never });
    await jobs.start(['mixed']);
    await jobs.sendAll(
      null,
      'mixed',
      [1, 2, 3].map((n) => ({ data: { n } })),
    );
    const calls: number[] = [];
    await jobs.work<{ n: number }>('mixed', async ({ n }) => {
      calls.push(n);
      if (n === 2) throw new Error('this one fails');
    });
    await until(() => calls.length === 3);
    await jobs.stop();
    expect(await getStates('mixed')).toEqual({ 1: 'completed', 2: 'retry', 3: 'completed' });
  });

  it('a hanging job fails at its deadline, and its batch is settled', async () => {
    const deadlines: (() => void)[] = [];
    const clock: Clock = {
      ...systemClock,
      setTimeout: (fire, ms) => (ms === 50_000 ? deadlines.push(fire) : systemClock.setTimeout(fire, ms)),
      clearTimeout: (timer) => (typeof timer === 'number' ? undefined : systemClock.clearTimeout(timer)),
    };
    const jobs = createJobs({ url: database.url, log: aLog().log as never, clock });
    await jobs.start(['hanging']);
    await jobs.sendAll(null, 'hanging', [{ data: { n: 1 } }, { data: { n: 2 } }]);
    await jobs.work<{ n: number }>('hanging', ({ n }) =>
      n === 2 ? new Promise<void>(() => undefined) : Promise.resolve(),
    );
    await until(() => deadlines.length === 2);
    for (const pass of deadlines) pass();
    await jobs.stop();
    expect(await getStates('hanging')).toEqual({ 1: 'completed', 2: 'retry' });
  });

  it('counts the waiting jobs of each queue now, with zero for an empty one', async () => {
    const jobs = createJobs({ url: database.url, log: aLog().log as never });
    await jobs.start(['counted', 'empty']);
    const [earlier, later] = [new Date(Date.now() - hourMs), new Date(Date.now() + hourMs)];
    await jobs.send(null, 'counted', {}, { startAfter: earlier });
    await jobs.sendAll(null, 'counted', [{ data: {}, startAfter: later }, { data: {} }]);
    const backlog = await jobs.backlog();
    await jobs.stop();
    expect(backlog[0]?.lagMs).toBeGreaterThanOrEqual(hourMs);
    const nothing = { due: 0, later: 0, active: 0, failed: 0, lagMs: 0 };
    expect(backlog).toEqual([
      { ...nothing, queue: 'counted', due: 2, later: 1, lagMs: expect.any(Number) },
      { ...nothing, queue: 'empty' },
    ]);
  });

  it('updates the rules of a queue created by an earlier version', async () => {
    await database.pool.query("update pgboss.queue set retry_limit = 3 where name = 'failing'");
    const jobs = createJobs({ url: database.url, log: aLog().log as never });
    await jobs.start(['failing']);
    await jobs.stop();
    const { rows } = await database.pool.query("select retry_limit from pgboss.queue where name = 'failing'");
    expect(rows).toEqual([{ retry_limit: 20 }]);
  });
});

async function getStates(queue: string): Promise<Record<string, string>> {
  const { rows } = await database.pool.query("select data->>'n' as n, state from pgboss.job where name = $1", [queue]);
  return Object.fromEntries(rows.map(({ n, state }) => [n, state]));
}
