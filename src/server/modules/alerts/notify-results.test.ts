import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { inTransaction } from '#server/database/connection.ts';
import { alerts } from '#server/database/tables/alert-tables.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { createTestAlerts, publicUrl, type TestAlerts } from '#tests/support/network/test-alerts.ts';
import { createNotifyResults } from './notify-results.ts';

let test: TestAlerts;
let notify: () => Promise<void>;
beforeAll(async () => {
  test = await createTestAlerts();
});
afterAll(() => test.close());
beforeEach(() => {
  test.reset();
  notify = createNotifyResults({ ...test.matchNeeds(), publicUrl });
});

describe('a result', () => {
  const enqueueUserEvents = () => createEnqueueUserEvents({ publish: () => undefined }, test.clock);
  const settle = async (userId: string, id: string, { result = 'successful', hasEdge = true } = {}) => {
    const data = { id, symbol: 'EURUSD', signal: 'BUY', aiModel: 'kurs_ai_v2', duration: 5, result, hasEdge } as Signal;
    await inTransaction(test.database.db, (work) => enqueueUserEvents()(work, [{ userId, name: 'result', data }]));
    await notify();
  };

  it('goes to those who want results, once per signal, also when several processes read it', async () => {
    const [me, other] = [await test.person({ results: true }), await test.person()];
    const another = createNotifyResults({ ...test.matchNeeds(), publicUrl });
    const id = randomUUID();
    for (const userId of [me.id, me.id, other.id]) await settle(userId, userId === me.id ? id : randomUUID());
    await another();
    await test.send();
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
    await Promise.all([test.send(), test.sendToChats()]);
    for (const change of [{ result: 'unsuccessful' }, { hasEdge: false }]) {
      await settle(me.id, randomUUID(), change);
      await Promise.all([test.send(), test.sendToChats()]);
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
    expect(test.mails).toMatchObject([
      { ...fixed, result: 'successful', hasEdge: true },
      { ...fixed, result: 'unsuccessful', hasEdge: true },
      { ...fixed, result: 'successful', hasEdge: false },
    ]);
  });

  it('of ten minutes before a start is sent, and none from before the user wanted results', async () => {
    const me = await test.person();
    await settle(me.id, randomUUID());
    test.now += 60_000;
    await test.manageAlerts().change(me.id, { results: true, channels: ['mail'] });
    await settle(me.id, randomUUID(), { result: 'unsuccessful' });
    test.mails.length = 0;
    await test.database.db.delete(alerts);
    test.now += 9 * 60_000;
    await createNotifyResults({ ...test.matchNeeds(), publicUrl })();
    expect(test.mails).toMatchObject([{ userId: me.id, result: 'unsuccessful' }]);
  });

  it('is not sent in quiet hours, nor over channels that are off', async () => {
    const quietHours = { from: '00:00', to: '23:59', timezone: 'Europe/Kyiv' };
    const [quiet, none] = [
      await test.person({ results: true, quietHours, channels: ['push', 'mail'] }),
      await test.person({ results: true, channels: [] }),
    ];
    for (const { id } of [quiet, none]) await settle(id, randomUUID());
    expect([test.mails, await test.listSends(quiet.id), await test.listSends(none.id)]).toEqual([[], [], []]);
  });
});
