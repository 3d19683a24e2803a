import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recapPaths } from '#contract/paths.ts';
import type { DayRecap } from '#contract/record/views.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time.ts';
import { recapMails, recapSubscriptions } from '#server/database/tables/recap-tables.ts';
import { createUnsubscribeTokens } from '#server/crypto/unsubscribe-token.ts';
import { createTestPeople, type TestPeople, type TestPerson } from '#tests/support/test-people.ts';
import { createMailChoice } from './choose-mail.ts';
import { recapMailing } from './recap.repository.ts';
import { mailChoiceRoutes } from './recap.routes.ts';
import { createSendRecaps, type SendRecaps } from './send-recaps.ts';

const from = Date.parse('2026-11-21T18:00:00.000Z');
const publicUrl = 'https://kurs.example';
const tokens = createUnsubscribeTokens({ secret: 'a secret of these tests, long enough for anybody' }, 'recap');
const counts = { total: 3, successful: 1, neutral: 0, unsuccessful: 2, void: 0 };
const figures = { ...counts, winRate: null, low: null, high: null };
const aRecap: DayRecap = {
  day: '2026-11-21',
  first: '2026-11-01',
  newest: '2026-11-21',
  breakEven: 0.55,
  signals: counts,
  shadow: counts,
  models: [{ aiModel: 'vip', signals: figures, shadow: null }],
  best: null,
  worst: null,
  lesson: 'few',
};

let test: TestPeople;
let sendRecaps: SendRecaps;
let recap: DayRecap;

beforeAll(async () => {
  test = await createTestPeople(from, ({ db, clock, accounts, mail }) => {
    sendRecaps = createSendRecaps({ db, publicUrl, clock, tokens, readRecap: async () => recap, ...mail });
    const choice = createMailChoice({ db, mailing: recapMailing, clock, tokens });
    return [mailChoiceRoutes({ signedIn: accounts.signedIn, choice, mail: 'recap', paths: recapPaths })];
  });
});
afterAll(() => test.close());
beforeEach(async () => {
  recap = aRecap;
  test.mails.length = 0;
  await test.database.db.delete(recapSubscriptions);
});

const turn = (person: TestPerson, isOn: boolean) => person.put(recapPaths.mail, { isOn });
async function subscriber(change: Parameters<TestPeople['person']>[0] = {}): Promise<TestPerson> {
  const person = await test.person(change);
  expect((await turn(person, true)).statusCode).toBe(200);
  return person;
}
/** To the next midnight in UTC, and this much later. */
const toMidnight = (laterMs: number): void => {
  const now = test.time.clock.now();
  test.time.advance(dayMs - (now % dayMs) + laterMs);
};
const getAddress = (token: string): string => recapPaths.unsubscribe.replace(':token', token);

describe('the switch', () => {
  it('is off until the user turns it on, and off again', async () => {
    const person = await test.person();
    const read = async () => (await person.get(recapPaths.mail)).json();
    expect(await read()).toEqual({ isOn: false });
    for (const isOn of [true, true, false, false]) {
      expect((await turn(person, isOn)).json()).toEqual({ isOn });
      expect(await read()).toEqual({ isOn });
    }
  });

  it('is for signed-in users', async () => {
    expect((await test.visitor.get(recapPaths.mail)).statusCode).toBe(401);
    expect((await turn(test.visitor, true)).statusCode).toBe(401);
  });
});

describe('the mail', () => {
  it('is queued once a day, in the language of the user, after the day has closed', async () => {
    const person = await subscriber({ lang: 'ru' });
    expect(await sendRecaps()).toBe(0);
    toMidnight(14 * minuteMs);
    expect(await sendRecaps()).toBe(0);
    test.time.advance(minuteMs);
    const both = await Promise.all([sendRecaps(), sendRecaps()]);
    expect(both.reduce((a, b) => a + b)).toBe(1);
    test.time.advance(20 * hourMs);
    expect(await sendRecaps()).toBe(0);
    expect(test.mails).toEqual([
      {
        userId: person.id,
        to: person.email,
        lang: 'ru',
        kind: 'daily_recap',
        day: aRecap.day,
        signals: counts,
        shadow: counts,
        best: null,
        worst: null,
        unsubscribe: `${publicUrl}${getAddress(tokens.sign(person.id))}?lang=ru`,
      },
    ]);
    toMidnight(15 * minuteMs);
    expect(await sendRecaps()).toBe(1);
    const { db } = test.database;
    expect(await db.select().from(recapMails).where(eq(recapMails.userId, person.id))).toHaveLength(2);
  });

  it('reaches every subscriber, and nobody who may not or does not want it', async () => {
    // One after the other: on a busy machine so many at once wait too long for a connection.
    const many: Awaited<ReturnType<typeof subscriber>>[] = [];
    while (many.length < 101) many.push(await subscriber());
    for (const change of [{ isSelfExcluded: true }, { isActivated: false }]) await subscriber(change);
    const blocked = await subscriber();
    await test.database.pool.query('update users set is_blocked = true where id = $1', [blocked.id]);
    await turn(await subscriber(), false);
    toMidnight(hourMs);
    expect(await sendRecaps()).toBe(many.length);
    expect(test.mails.map(({ userId }) => userId).sort()).toEqual(many.map(({ id }) => id).sort());
  });

  it('is not sent about a day of which nothing is recorded', async () => {
    await subscriber();
    toMidnight(hourMs);
    recap = { ...aRecap, models: [], lesson: null };
    expect(await sendRecaps()).toBe(0);
  });

  it('starts with the day after the switch was turned on', async () => {
    toMidnight(hourMs);
    await subscriber();
    expect(await sendRecaps()).toBe(0);
    toMidnight(hourMs);
    expect(await sendRecaps()).toBe(1);
  });
});

describe('the link of the mail', () => {
  it('ends the mail by one POST of a mail client, without a sign-in, as often as it is sent', async () => {
    const person = await subscriber();
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json']) {
      const answer = await test.visitor.post(
        `${getAddress(tokens.sign(person.id))}?lang=uk`,
        type.endsWith('json') ? '' : 'List-Unsubscribe=One-Click',
        { 'content-type': type },
      );
      expect([type, answer.statusCode, answer.json()]).toEqual([type, 200, { isOn: false }]);
    }
    expect((await person.get(recapPaths.mail)).json()).toEqual({ isOn: false });
  });

  it('changes nothing by GET, which leads to the page that asks', async () => {
    const person = await subscriber();
    const token = tokens.sign(person.id);
    const answer = await test.visitor.get(`${getAddress(token)}?lang=ru`);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `/ru/unsubscribe?mail=recap&token=${token}`]);
    expect((await person.get(recapPaths.mail)).json()).toEqual({ isOn: true });
  });

  it('is rejected when it was not signed by us', async () => {
    const [one, other] = [await subscriber(), await subscriber()];
    const signature = tokens.sign(one.id).split('.')[1] ?? '';
    const foreign = createUnsubscribeTokens({ secret: 'another secret' }, 'recap').sign(one.id);
    for (const token of [`${other.id}.${signature}`, foreign, one.id, `${one.id}.`, 'x']) {
      const answer = await test.visitor.post(getAddress(encodeURIComponent(token)));
      expect([token, answer.statusCode, answer.json().code]).toEqual([token, 400, 'link_invalid']);
    }
    expect((await one.get(recapPaths.mail)).json()).toEqual({ isOn: true });
  });
});
