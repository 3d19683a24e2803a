import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { outcomes, signals } from '#server/database/schema.ts';
import { recordLeaves } from '#server/database/tables/record-tables.ts';
import { createTestSignals } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(() => createTestSignals({ config: { rateLimitPerMinute: 600 } }));

it('A31: of hundreds of signal calls in a minute thirty are accepted, whichever path they use', async () => {
  const me = await test.person();
  const answers: { statusCode: number; headers: Record<string, unknown> }[] = [];
  const ways = ['/python_api/signal', '/python_api/signal/kurs_ai_v1', `/python_api/signal/M2/${me.id}`];
  for (let i = 0; i < 300; i += 1) answers.push(await me.get(ways[i % ways.length] ?? ''));
  expect(answers.filter(({ statusCode }) => statusCode !== 429)).toHaveLength(30);
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  expect(await test.database.db.select().from(signals).where(eq(signals.userId, me.id))).toHaveLength(1);
  const other = await test.person();
  expect((await other.get('/python_api/signal')).statusCode).toBe(200);
});

it('A31: deleted losses leave the lists, are counted as removed, and stay in the record', async () => {
  const me = await test.person();
  const mine: Signal[] = [];
  for (const result of ['unsuccessful', 'successful', 'unsuccessful', 'unsuccessful'] as const) {
    const signal = await me.signal();
    await test.finish(signal, result);
    mine.push(signal);
  }
  const record = async () => {
    const { db } = test.database;
    return { leaves: await db.select().from(recordLeaves), outcomes: await db.select().from(outcomes) };
  };
  const before = await record();
  for (const [i, { id }] of mine.entries()) if (i !== 1) await me.delete(`/api/signal/delete/${id}`);
  const stats = (await me.get('/api/signal/user/stats')).json();
  expect(stats).toMatchObject({ total: 1, successful: 1, unsuccessful: 0, winRate: 1, removed: 3 });
  expect((await me.get('/api/signal/user/history')).json()).toMatchObject({ total: 1, items: [{ id: mine[1]?.id }] });
  expect(await record()).toEqual(before);
  for (const { recordIndex } of mine) expect(before.leaves.filter(({ of }) => of === recordIndex)).toHaveLength(1);
});
