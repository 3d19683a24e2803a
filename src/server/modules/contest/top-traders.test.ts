import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signals, users } from '#server/database/schema.ts';
import { aLiveSignal } from '#tests/support/a-signal.ts';
import { createTestContest, startsAt, type TestContest } from '#tests/support/test-contest.ts';
import type { TestPerson } from '#tests/support/test-people.ts';

let test: TestContest;
beforeAll(async () => {
  test = await createTestContest();
});
afterAll(() => test.close());

/** Results within the contest, the wins first. */
async function results(person: TestPerson, won: number, lost: number, { tied = 0, at = startsAt } = {}): Promise<void> {
  const like = await aLiveSignal(test.database.db, { userId: person.id, status: 'settled', result: 'void' });
  const of = (result: 'successful' | 'unsuccessful' | 'neutral', count: number) =>
    Array.from({ length: count }, () => ({ ...like, id: crypto.randomUUID(), result, issuedAt: new Date(at) }));
  const rows = [...of('successful', won), ...of('unsuccessful', lost), ...of('neutral', tied)];
  await test.database.db.insert(signals).values(rows);
}

it('ranks participants by the lower bound of the interval, from a hundred wins and losses of the contest on', async () => {
  const person = (email: string) => test.participant({ email });
  await results(await person('few@example.com'), 90, 9, { tied: 50 });
  await results(await person('hundred@example.com'), 62, 38);
  await results(await person('many@example.org'), 183, 117);
  await results(await person('before@example.com'), 100, 0, { at: startsAt - 1 });
  const team: [TestPerson, object][] = [
    [await person('later-internal@example.com'), { email: 'tester@kurs.example' }],
    [await person('later-admin@example.com'), { role: 'admin' }],
  ];
  for (const [member, change] of team) {
    await results(member, 100, 0);
    await test.database.db.update(users).set(change).where(eq(users.id, member.id));
  }
  await results(await test.person({ email: 'outside@example.com' }), 100, 0);
  await test.countAll();
  const { topTraders } = (await test.visitor.get('/api/user/contest')).json();
  // Wilson, 95 %: 62 of 100 is 0.522 to 0.709, and 183 of 300 is 0.554 to 0.663.
  expect(topTraders).toEqual([
    {
      email: 'm***@e***.org',
      total: 300,
      winRate: 0.61,
      low: expect.closeTo(0.5538, 3),
      high: expect.closeTo(0.6635, 3),
    },
    {
      email: 'h***@e***.com',
      total: 100,
      winRate: 0.62,
      low: expect.closeTo(0.5221, 3),
      high: expect.closeTo(0.709, 3),
    },
  ]);
});
