import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { toInstant } from '#contract/wire.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { hourMs } from '#domain/time.ts';
import { signals } from '#server/database/schema.ts';
import { listSignalLeaves } from '#tests/support/record/leaves-of.ts';
import { createTestSignals, type SignalPerson } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(() => createTestSignals({ config: { rateLimitPerMinute: 600 } }));

const toSignals = async (userId: string) => test.database.db.select().from(signals).where(eq(signals.userId, userId));

const reset = (me: SignalPerson, { id }: { readonly id: string }) => me.delete(`/api/signal/delete/${id}`);

it('A65: a reset frees its user three times an hour, each time for another pair', async () => {
  const me = await test.person();
  const issued: Signal[] = [];
  for (let i = 0; i < 3; i += 1) {
    const signal = await me.signal();
    issued.push(signal);
    expect((await reset(me, signal)).statusCode).toBe(204);
    expect((await reset(me, signal)).statusCode).toBe(404);
  }
  expect(new Set(issued.map(({ symbol }) => symbol))).toHaveLength(3);
  // All three pairs of this market were reset, so one of them is the best again.
  const fourth: Signal = (await me.get('/python_api/signal/manual?symbol=EURUSD&interval=3')).json();
  await reset(me, fourth);
  const answer = await me.get('/python_api/signal');
  expect(answer.json()).toMatchObject({
    code: 'signal_active',
    details: { signal: { id: fourth.id }, availableAt: toInstant(latestExpiry(test.time.clock.now(), 3)) },
  });
  expect((await me.get(`/api/signal/user/${me.id}`)).json()).toEqual({ items: [] });
});

it('A65: the record settles each signal that was reset, and nobody can reset twice at once', async () => {
  const me = await test.person();
  const first = await me.signal();
  const codes = await Promise.all(Array.from({ length: 8 }, async () => (await reset(me, first)).statusCode));
  expect(codes).toContain(204);
  expect((await toSignals(me.id)).map(({ freesSlot }) => freesSlot)).toEqual([true]);
  const second = await me.signal();
  expect(second.symbol).not.toBe(first.symbol);
  await test.finish(first, 'unsuccessful');
  await test.finish(second, 'successful');
  for (const { id } of [first, second]) {
    const leaves = (await listSignalLeaves(test.database.db, id)).map(({ leaf }) => leaf.kind);
    expect(leaves).toEqual(['signal', 'outcome']);
  }
});

it('A65: an hour later resets free the user again', async () => {
  const me = await test.person();
  for (let i = 0; i < 3; i += 1) await reset(me, await me.signal());
  test.time.advance(hourMs);
  const signal = await me.signal();
  await reset(me, signal);
  expect((await me.get('/python_api/signal')).statusCode).toBe(200);
});

it('A65: the database rejects a second open signal of a user whose first one is not reset', async () => {
  const me = await test.person();
  const first = await me.signal();
  const [row] = await toSignals(me.id);
  if (!row) throw new Error('the signal has no row');
  const again = test.database.db.insert(signals).values({ ...row, id: crypto.randomUUID() });
  await expect(again).rejects.toMatchObject({ cause: { constraint: 'signals__one_open_a_user' } });
  await test.finish(first, 'successful');
});

it('A65: an auto run waits for the outcome of its signal, reset or not', async () => {
  const me = await test.person();
  const start = () => me.post('/api/signal/start', { aiModel: 'kurs_ai_v2', interval: 5 });
  expect((await start()).statusCode).toBe(200);
  while ((await test.jobs.runDue()) > 0);
  const running = await me.session();
  await reset(me, { id: running?.lastSignalId ?? '' });
  for (let minute = 0; minute < 3; minute += 1) {
    test.time.advance(60_000);
    while ((await test.jobs.runDue()) > 0);
  }
  expect(await toSignals(me.id)).toHaveLength(1);
});
