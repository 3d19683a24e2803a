import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { signalPaths } from '#contract/signal-paths.ts';
import { recordLeaves, signals } from '#server/database/schema.ts';
import { createTestSignals, type TestSignals } from '#tests/support/test-signals.ts';

let test: TestSignals;
beforeAll(async () => {
  test = await createTestSignals({ config: { rateLimitPerMinute: 600 } });
});
afterAll(() => test.close());

const signalsOf = async (userId: string) => test.database.db.select().from(signals).where(eq(signals.userId, userId));

it('A65: a reset signal stays active until it is settled', async () => {
  const me = await test.person();
  const first = await me.signal();
  for (let i = 0; i < 25; i += 1) {
    expect((await me.delete(`/api/signal/delete/${first.id}`)).statusCode).toBe(i === 0 ? 204 : 404);
    const answer = await me.get('/python_api/signal');
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'signal_active', details: { signal: { id: first.id } } });
  }
  expect(await signalsOf(me.id)).toHaveLength(1);
  expect((await me.get(`/api/signal/user/${me.id}`)).json()).toEqual({ items: [] });
  await test.finish(first, 'unsuccessful');
  const second: Signal = (await me.get('/python_api/signal')).json();
  expect(second.status).toBe('entering');
  const leaves = await test.database.db.select().from(recordLeaves).where(eq(recordLeaves.signalId, first.id));
  expect(leaves.map(({ kind }) => kind)).toEqual(['signal', 'outcome']);
  await test.finish(second, 'successful');
});

it('A65: the database rejects a second open signal of a user whose first one is reset', async () => {
  const me = await test.person();
  const first = await me.signal();
  await me.delete(`/api/signal/delete/${first.id}`);
  const [row] = await signalsOf(me.id);
  if (!row) throw new Error('the signal has no row');
  const again = test.database.db.insert(signals).values({ ...row, id: crypto.randomUUID(), deletedAt: null });
  await expect(again).rejects.toMatchObject({ cause: { constraint: 'signals__one_open_a_user' } });
  await test.finish(first, 'successful');
});

it('A65: automatic signals start neither with nor after a reset until the signal has expired', async () => {
  const me = await test.person();
  const first = await me.signal();
  await me.delete(`/api/signal/delete/${first.id}`);
  const request = { aiModel: 'kurs_ai_v2', interval: 5 };
  const start = () => me.post(signalPaths.startAutoRun, request);
  const answer = await start();
  expect(answer.json()).toMatchObject({ code: 'signal_active', details: { signal: { id: first.id } } });
  await test.finish(first, 'successful');
  expect((await start()).statusCode).toBe(200);
  while ((await test.jobs.runDue()) > 0);
  const running = await me.session();
  await me.delete(`/api/signal/delete/${running?.lastSignalId}`);
  for (let minute = 0; minute < 3; minute += 1) {
    test.time.advance(60_000);
    while ((await test.jobs.runDue()) > 0);
  }
  expect(await signalsOf(me.id)).toHaveLength(2);
});

it('A65: a loss cannot be chased while a reset signal is running', async () => {
  const me = await test.person();
  const lost = await me.signal();
  await test.finish(lost, 'unsuccessful');
  const second = await me.signal();
  await me.delete(`/api/signal/delete/${second.id}`);
  const answer = await me.get(`/python_api/signal/M2/${lost.id}`);
  expect(answer.json()).toMatchObject({ code: 'signal_active', details: { signal: { id: second.id } } });
});
