import { beforeEach, describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '#domain/time.ts';
import { digestSubscriptions } from '#server/database/tables/delivery-tables.ts';
import { readStats } from '#server/modules/signals/statistics/read-stats.ts';
import { signUnsubscribeToken } from '#server/http/unsubscribe.ts';
import { getBreakEven } from '#domain/signals/edge.ts';
import { paying } from '#tests/support/market/paying.ts';
import { aLiveSignal } from '#tests/support/a-signal.ts';
import { createTestPeople, type TestPeople, type TestPerson } from '#tests/support/test-people.ts';
import { only } from '#tests/support/only.ts';
import { type DigestContext, digestModule, sendDigests } from './module.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

/** A Saturday; the week began on the 16th. */
const from = Date.parse('2026-11-21T18:00:00.000Z');
const firstMonday = Date.parse('2026-11-16T00:00:00.000Z');
const publicUrl = 'https://kurs.example';
const secret = 'a secret of these tests, long enough for anybody';
const signToken = (userId: string): string => signUnsubscribeToken({ secret }, 'digest', userId);

const test = sharedByTests(() =>
  createTestPeople(from, (common) => {
    ctx = {
      ...common,
      config: { ...common.config, publicUrl },
      payouts: only({ readPayouts: async () => paying(0.85) }),
      signals: only({ readStats: (userId, period) => readStats(common.db, userId, period) }),
    };
    return digestModule(ctx).routes;
  }),
);
let ctx: DigestContext;
const send = () => sendDigests(ctx);
let monday = firstMonday;

beforeEach(async () => {
  test.mails.length = 0;
  await test.database.db.delete(digestSubscriptions);
  monday += 7 * dayMs;
  // The Thursday of the next week.
  test.time.advance(monday + 3 * dayMs - test.time.clock.now());
});

async function subscriber(change: Parameters<TestPeople['person']>[0] = {}): Promise<TestPerson> {
  const person = await test.person(change);
  expect((await person.put('/api/user/digest-mail', { isOn: true })).statusCode).toBe(200);
  return person;
}
const afterTheWeek = (laterMs = 15 * minuteMs): void =>
  test.time.advance(monday + 7 * dayMs + laterMs - test.time.clock.now());

type Result = 'successful' | 'unsuccessful' | 'neutral' | 'void';
async function results(person: TestPerson, given: Partial<Record<Result, number>>, at = monday + dayMs): Promise<void> {
  const rows = Object.entries(given).flatMap(([result, count]) =>
    Array.from({ length: count }, (_, i) => ({ result: result as Result, issuedAt: new Date(at + i * minuteMs) })),
  );
  for (const row of rows) await aLiveSignal(test.database.db, { userId: person.id, status: 'settled', ...row });
}

describe('the weekly digest', () => {
  it('is off until the user turns it on', async () => {
    const person = await test.person();
    await results(person, { successful: 1 });
    expect((await person.get('/api/user/digest-mail')).json()).toEqual({ isOn: false });
    afterTheWeek();
    expect(await send()).toBe(0);
  });

  it('counts wins and losses of the week and of all time once the week has closed, once, also in two processes', async () => {
    const person = await subscriber({ lang: 'ru' });
    await results(person, { successful: 2, unsuccessful: 3, neutral: 1, void: 1 });
    await results(person, { successful: 5 }, monday - dayMs);
    await results(person, { unsuccessful: 4 }, monday + 7 * dayMs + minuteMs);
    afterTheWeek(14 * minuteMs);
    expect(await send()).toBe(0);
    afterTheWeek();
    const both = await Promise.all([send(), send()]);
    expect(both.reduce((a, b) => a + b)).toBe(1);
    afterTheWeek(6 * dayMs);
    expect(await send()).toBe(0);
    const toDate = (at: number): string => new Date(at).toISOString().slice(0, 10);
    expect(test.mails).toEqual([
      {
        userId: person.id,
        to: person.email,
        lang: 'ru',
        kind: 'weekly_digest',
        firstDay: toDate(monday),
        lastDay: toDate(monday + 6 * dayMs),
        week: { successful: 2, unsuccessful: 3, neutral: 1, void: 1 },
        total: { successful: 7, unsuccessful: 3, neutral: 1, void: 1 },
        breakEven: getBreakEven(0.85),
        unsubscribe: `${publicUrl}${'/api/user/digest-mail/unsubscribe/:token'.replace(':token', signToken(person.id))}?lang=ru`,
      },
    ]);
  });

  it('is not sent after a week without results, nor to those who may not or no longer want it', async () => {
    const idle = await subscriber();
    await aLiveSignal(test.database.db, { userId: idle.id, issuedAt: new Date(monday + dayMs) });
    const blocked = await subscriber();
    await test.database.pool.query('update users set is_blocked = true where id = $1', [blocked.id]);
    const others = [blocked, await subscriber({ isSelfExcluded: true }), await subscriber({ isActivated: false })];
    const off = await subscriber();
    await off.put('/api/user/digest-mail', { isOn: false });
    for (const person of [...others, off]) await results(person, { successful: 1 });
    afterTheWeek();
    expect([await send(), test.mails]).toEqual([0, []]);
  });

  it('goes to the others when one of them cannot be made', async () => {
    const people = [await subscriber(), await subscriber(), await subscriber()];
    for (const person of people) await results(person, { successful: 1 });
    afterTheWeek();
    const [broken] = people;
    const readSome: typeof ctx.signals.readStats = async (userId, query) => {
      if (userId === broken?.id) throw new Error('of this user');
      return ctx.signals.readStats(userId, query);
    };
    expect(await sendDigests({ ...ctx, signals: only({ readStats: readSome }) })).toBe(2);
    expect(await send()).toBe(1);
  });
});

describe('the link of the digest', () => {
  it('ends it by one POST without a sign-in, and leads to its page by GET', async () => {
    const person = await subscriber();
    const address = '/api/user/digest-mail/unsubscribe/:token'.replace(':token', signToken(person.id));
    const page = await test.visitor.get(`${address}?lang=en`);
    expect([page.statusCode, page.headers.location]).toEqual([
      302,
      `/en/unsubscribe?mail=digest&token=${signToken(person.id)}`,
    ]);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await test.visitor.post(address, 'List-Unsubscribe=One-Click', form);
    expect([answer.statusCode, answer.json()]).toEqual([200, { isOn: false }]);
    expect((await person.get('/api/user/digest-mail')).json()).toEqual({ isOn: false });
  });
});
