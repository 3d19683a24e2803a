import { afterEach, beforeEach, expect, it } from 'vitest';
import { dayMs, hourMs } from '#domain/time.ts';
import { contestEntries } from '#server/database/tables/contest-tables.ts';
import { BrokerUnavailable } from '#server/integrations/broker/broker.ts';
import { createTestContest, endsAt, type TestContest } from '#tests/support/test-contest.ts';

let test: TestContest;
beforeEach(async () => {
  test = await createTestContest();
});
afterEach(() => test.close());

it('reads the trades of the others when the broker fails for one participant', async () => {
  const people = [await test.participant(), await test.participant(), await test.participant()];
  for (const person of people) await test.trade(person);
  test.brokerErrors.set('7000000', new BrokerUnavailable('invalid response: trades', 10));
  test.brokerErrors.set('7000001', new Error('unexpected'));
  await test.rounds.turn();
  const entries = await test.database.db.select().from(contestEntries);
  expect(people.map(({ id }) => entries.find(({ userId }) => userId === id)?.syncedAt)).toEqual([
    null,
    null,
    expect.any(Date),
  ]);
});

it('draws after a day when the trades of one participant cannot be read', async () => {
  const [broken, person] = [await test.participant(), await test.participant()];
  await test.tradeAll(person);
  await test.me(person);
  test.brokerErrors.set('7000000', new Error('unexpected'));
  test.time.advance(endsAt - test.time.clock.now());
  await test.rounds.turn();
  expect((await (await test.admin()).get('/api/admin/contest')).json().notReady).toBe('trades_unread');
  test.time.advance(dayMs);
  await test.draw();
  const { state, winners, joined } = (await test.visitor.get('/api/user/contest')).json();
  expect([state, winners.length, joined, (await test.me(broken)).number]).toEqual(['drawn', 1, 2, null]);
});

it('draws nothing when an entry of the list has lost its participant', async () => {
  await test.tradeAll(await test.participant());
  test.time.advance(endsAt - test.time.clock.now());
  await test.rounds.turn();
  await test.database.db.delete(contestEntries);
  test.time.advance(hourMs);
  await expect(test.rounds.turn()).rejects.toThrow('entry 1 of contest 2026-12-01 has no participant');
  expect((await test.visitor.get('/api/user/contest')).json()).toMatchObject({ state: 'closed', winners: [] });
});
