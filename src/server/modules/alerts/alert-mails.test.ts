import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alertMailPaths } from '#contract/paths.ts';
import type { AlertSettings } from '#contract/alerts.ts';
import type { Signal } from '#contract/signals.ts';
import { inTransaction } from '#server/database/connection.ts';
import { unsubscribeRoutes } from '#server/http/unsubscribe-routes.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createTestPeople, type TestPeople, type TestPerson } from '#tests/support/test-people.ts';
import { createGetUnsubscribeAddress, createUnsubscribeFromAlerts } from './alert-mails.ts';
import { createManageAlerts, type ManageAlerts } from './manage-alerts.ts';
import { createNotifyResults } from './notify-results.ts';

const publicUrl = 'https://kurs.example';
const secret = 'a secret of these tests, long enough for anybody';
const listLinked = async () => new Set<string>();

let test: TestPeople;
let alerts: ManageAlerts;
let queueMail: MailApi['queueMail'];
beforeAll(async () => {
  test = await createTestPeople(Date.parse('2026-11-21T18:00:00.000Z'), ({ db, clock, mail }) => {
    alerts = createManageAlerts({ db, clock, hasBot: false });
    ({ queueMail } = mail);
    const unsubscribe = createUnsubscribeFromAlerts({ db, clock, secrets: { secret } });
    return [
      unsubscribeRoutes({
        mail: 'alerts',
        path: alertMailPaths.unsubscribe,
        unsubscribe,
      }),
    ];
  });
});
afterAll(() => test.close());
beforeEach(() => {
  test.mails.length = 0;
});

const wanted: Partial<AlertSettings> = { channels: ['push', 'mail'], results: true };

/** A result of the person is committed; returns the path of the link in its mail, if there is one. */
async function settle({ id: userId }: TestPerson): Promise<string | undefined> {
  const { clock } = test.time;
  const { db } = test.database;
  const getUnsubscribeAddress = createGetUnsubscribeAddress({ publicUrl, secrets: { secret } });
  const notify = createNotifyResults({
    db,
    clock,
    publicUrl,
    listLinked,
    queueMail,
    getUnsubscribeAddress,
    log: silentLog,
  });
  const data = {
    id: randomUUID(),
    symbol: 'EURUSD',
    signal: 'BUY',
    aiModel: 'vip',
    duration: 5,
    result: 'unsuccessful',
  };
  const enqueueUserEvents = createEnqueueUserEvents({ publish: () => undefined }, clock);
  await inTransaction(db, (work) => enqueueUserEvents(work, [{ userId, name: 'result', data: data as Signal }]));
  await notify();
  const mail = test.mails.at(-1);
  return mail && 'unsubscribe' in mail ? mail.unsubscribe.slice(publicUrl.length) : undefined;
}

describe('the link in a mail of an alert or a result', () => {
  it('ends these mails by one POST without a sign-in, and leaves the other channels on', async () => {
    const person = await test.person({ lang: 'ru' });
    await alerts.change(person.id, wanted);
    const link = (await settle(person)) ?? '';
    expect(link).toMatch(/^\/api\/user\/alert-mail\/unsubscribe\/.+\?lang=ru$/);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const _again of [1, 2]) {
      const answer = await test.visitor.post(link, 'List-Unsubscribe=One-Click', form);
      expect([answer.statusCode, answer.json()]).toEqual([200, { isOn: false }]);
    }
    expect(await alerts.read(person.id)).toMatchObject({ channels: ['push'], results: true });
    test.mails.length = 0;
    expect([await settle(person), test.mails]).toEqual([undefined, []]);
  });

  it('opened by a reader leads to the page that asks, in the language of the mail', async () => {
    const person = await test.person({ lang: 'uk' });
    await alerts.change(person.id, wanted);
    const page = await test.visitor.get((await settle(person)) ?? '');
    expect(page.statusCode).toBe(302);
    expect(page.headers.location).toMatch(/^\/uk\/unsubscribe\?mail=alerts&token=/);
    expect((await alerts.read(person.id)).channels).toEqual(['push', 'mail']);
  });
});
