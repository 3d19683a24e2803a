import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { inTransaction } from '#server/database/connection.ts';
import { createTestAlerts, publicUrl, type TestAlerts } from '#tests/support/network/test-alerts.ts';
import { createNotifyResults } from './notify-results.ts';

let test: TestAlerts;
beforeAll(async () => {
  test = await createTestAlerts();
});
afterAll(() => test.close());
beforeEach(() => test.reset());

describe('a result', () => {
  const settle = (userId: string, id: string, { fails = false, result = 'successful' } = {}) =>
    inTransaction(test.database.db, async (work) => {
      const data = { id, symbol: 'EURUSD', signal: 'BUY', aiModel: 'kurs_ai_v2', duration: 5, result };
      const events = [{ userId, name: 'result' as const, data: data as Signal }];
      await createNotifyResults({ ...test.matchNeeds(), publicUrl })(work, events, new Date(test.now));
      if (fails) throw new Error('rolled back');
    });

  it('goes to those who want results, once per signal, and not when its settlement is rolled back', async () => {
    const [me, other] = [await test.person({ results: true }), await test.person()];
    await expect(settle(me.id, randomUUID(), { fails: true })).rejects.toThrow('rolled back');
    const id = randomUUID();
    for (const userId of [me.id, me.id, other.id]) await settle(userId, userId === me.id ? id : randomUUID());
    await test.send();
    expect(await me.browser.received()).toMatchObject([
      { payload: { kind: 'result', title: 'EUR/USD: won', url: `${publicUrl}/en/history` } },
    ]);
    expect(await other.browser.received()).toEqual([]);
  });

  it('goes over every channel of the rule, losses in the same words as wins', async () => {
    const me = await test.person({ results: true, channels: ['push', 'telegram', 'mail'] });
    const chat = await test.linkChat(me.id);
    const id = randomUUID();
    for (const _time of [1, 2]) await settle(me.id, id);
    await Promise.all([test.send(), test.sendToChats()]);
    await settle(me.id, randomUUID(), { result: 'unsuccessful' });
    await Promise.all([test.send(), test.sendToChats()]);
    const texts = ['won', 'lost'].map(
      (result) => `EUR/USD: ${result}\nKurs AI v2, ↑ up, 5 min. The result is in your history.`,
    );
    expect(chat.messages).toEqual(texts.map((text) => ({ text, url: `${publicUrl}/en/history` })));
    expect(await me.browser.received()).toHaveLength(2);
    const fixed = {
      userId: me.id,
      lang: 'en',
      kind: 'signal_result',
      symbol: 'EURUSD',
      settledAt: new Date(test.now).toISOString(),
    };
    expect(test.mails).toMatchObject([
      { ...fixed, result: 'successful' },
      { ...fixed, result: 'unsuccessful' },
    ]);
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
