import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { AlertSettings } from '#contract/alerts.ts';
import type { Signal } from '#contract/signals.ts';
import { inTransaction } from '#server/database/connection.ts';
import { alerts } from '#server/database/tables/alert-tables.ts';
import { createTestAlerts, publicUrl } from '#tests/support/network/test-alerts.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { changeAlerts, readAlerts } from './manage-alerts.ts';
import { alertsModule } from './module.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestAlerts);
let notify: () => Promise<void>;
beforeEach(async () => {
  await test.reset();
  ({ notify } = test.notifying());
});

const settle = async (userId: string, id: string, { result = 'successful', hasEdge = true } = {}) => {
  const data = { id, symbol: 'EURUSD', signal: 'BUY', aiModel: 'kurs_ai_v2', duration: 5, result, hasEdge } as Signal;
  await inTransaction(test.database.db, (work) => test.ctx.enqueueUserEvents(work, [{ userId, name: 'result', data }]));
  await notify();
};

describe('a result', () => {
  it('goes to those who want results, once per signal, also when several processes read it', async () => {
    const [me, other] = [await test.person({ results: true }), await test.person()];
    const another = test.notifying();
    const id = randomUUID();
    for (const userId of [me.id, me.id, other.id]) await settle(userId, userId === me.id ? id : randomUUID());
    await another.notify();
    await test.deliver();
    expect(await me.browser.received()).toMatchObject([
      { payload: { kind: 'result', title: 'EUR/USD: won', url: `${publicUrl}/en/history` } },
    ]);
    expect(await other.browser.received()).toEqual([]);
  });

  it('goes over every channel of the rule, losses in the same words as wins, practice named so', async () => {
    const me = await test.person({ results: true, channels: ['push', 'telegram', 'mail'] });
    const chat = await test.linkChat(me.id);
    const id = randomUUID();
    for (const _time of [1, 2]) await settle(me.id, id);
    await test.deliver();
    for (const change of [{ result: 'unsuccessful' }, { hasEdge: false }]) {
      await settle(me.id, randomUUID(), change);
      await test.deliver();
    }
    const texts = ['won', 'lost', 'won (practice)'].map(
      (result) => `EUR/USD: ${result}\nKurs AI v2, ↑ up, 5 min. The result is in your history.`,
    );
    expect(chat.messages).toEqual(texts.map((text) => ({ text, url: `${publicUrl}/en/history` })));
    const titles = (await me.browser.received()).map(({ payload }) => payload.title);
    expect(titles).toEqual(['EUR/USD: won', 'EUR/USD: lost', 'EUR/USD: won (practice)']);
    const fixed = {
      userId: me.id,
      lang: 'en',
      kind: 'signal_result',
      symbol: 'EURUSD',
      settledAt: new Date(test.now).toISOString(),
    };
    const mails = await test.listMails();
    expect(mails).toMatchObject([fixed, fixed, fixed]);
    const results = mails.map((mail) => 'hasEdge' in mail && `${mail.result} ${mail.hasEdge}`);
    expect(new Set(results)).toEqual(new Set(['successful true', 'unsuccessful true', 'successful false']));
  });

  it('of ten minutes before a start is sent, and none from before the user wanted results', async () => {
    const me = await test.person();
    await settle(me.id, randomUUID());
    test.now += 60_000;
    await changeAlerts(test.ctx, me.id, { results: true, channels: ['mail'] });
    await settle(me.id, randomUUID(), { result: 'unsuccessful' });
    await test.database.db.delete(alerts);
    test.now += 9 * 60_000;
    await test.notifying().notify();
    expect(await test.listMails()).toMatchObject([{ userId: me.id, result: 'unsuccessful' }]);
  });

  it('is not sent in quiet hours, nor over channels that are off', async () => {
    const quietHours = { from: '00:00', to: '23:59', timezone: 'Europe/Kyiv' };
    const [quiet, none] = [
      await test.person({ results: true, quietHours, channels: ['push', 'mail'] }),
      await test.person({ results: true, channels: [] }),
    ];
    for (const { id } of [quiet, none]) await settle(id, randomUUID());
    expect([await test.listDeliveries(quiet.id), await test.listDeliveries(none.id)]).toEqual([[], []]);
  });
});

describe('the link in a mail of an alert or a result', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await createTestApp({ routes: alertsModule(test.ctx).routes });
  });
  afterAll(() => app.close());

  const wanted = { channels: ['push', 'mail'], results: true } satisfies Partial<AlertSettings>;
  const getLink = async (): Promise<string> => {
    const [mail] = await test.listMails();
    return mail && 'unsubscribe' in mail ? mail.unsubscribe.slice(publicUrl.length) : '';
  };

  it('ends these mails by one POST without a sign-in, and leaves the other channels on', async () => {
    const me = await test.person(wanted, { lang: 'ru' });
    await settle(me.id, randomUUID());
    const url = await getLink();
    expect(url).toMatch(/^\/api\/user\/alert-mail\/unsubscribe\/.+\?lang=ru$/);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const _again of [1, 2]) {
      const answer = await app.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' });
      expect([answer.statusCode, answer.json()]).toEqual([200, { isOn: false }]);
    }
    expect(await readAlerts(test.ctx, me.id)).toMatchObject({ channels: ['push'], results: true });
    test.now += 1;
    await settle(me.id, randomUUID());
    expect(await test.listMails()).toHaveLength(1);
  });

  it('opened by a reader leads to the page that asks, in the language of the mail', async () => {
    const me = await test.person(wanted, { lang: 'uk' });
    await settle(me.id, randomUUID());
    const page = await app.inject(await getLink());
    expect([page.statusCode, page.headers.location]).toEqual([
      302,
      expect.stringMatching(/^\/uk\/unsubscribe\?mail=alerts&token=/),
    ]);
    expect((await readAlerts(test.ctx, me.id)).channels).toEqual(['push', 'mail']);
  });
});
