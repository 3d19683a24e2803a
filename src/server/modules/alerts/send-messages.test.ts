import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlertSettings } from '#contract/alerts.ts';
import { minuteMs } from '#domain/time.ts';
import { pushSubscriptions } from '#server/database/tables/alert-tables.ts';
import { noCrash } from '#server/start/crash-points.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createTestAlerts, publicUrl, type TestAlerts } from '#tests/support/network/test-alerts.ts';
import { createSendPushes } from './send-messages.ts';

let test: TestAlerts;
beforeAll(async () => {
  test = await createTestAlerts();
});
afterAll(() => test.close());
beforeEach(() => test.reset());

describe('a push', () => {
  it('that waits for twenty seconds is dropped, never sent late', async () => {
    const me = await test.person();
    await test.match([test.forecast()]);
    test.now = test.minute + 20_000;
    await test.send();
    expect([await me.browser.received(), await test.listSends(me.id)]).toMatchObject([[], [{ state: 'dropped' }]]);
  });

  it.each([404, 410])('answered by %s removes the subscription', async (status) => {
    const me = await test.person();
    await test.match([test.forecast()]);
    test.push.answer = status;
    await test.send();
    expect(await test.listSends(me.id)).toMatchObject([{ state: 'failed' }]);
    const left = test.database.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, me.id));
    expect(await left).toBe(0);
  });

  it('that failed is sent again while it holds', async () => {
    const me = await test.person();
    await test.match([test.forecast()]);
    test.push.answer = 500;
    await test.send();
    test.push.answer = 201;
    await test.send();
    expect(test.push.received).toHaveLength(1);
    test.now += 6_000;
    await test.send();
    expect([test.push.received.length, await test.listSends(me.id)]).toMatchObject([
      2,
      [{ state: 'sent', attempts: 2 }],
    ]);
  });

  it('of a process that died before sending is sent by another one while it holds', async () => {
    const me = await test.person();
    await test.match([test.forecast()]);
    const died = createSendPushes({
      db: test.database.db,
      clock: test.clock,
      readIdentity: () => Promise.reject(new Error('the process died')),
      sendPush: async () => 'sent',
      crashPoint: noCrash,
      log: silentLog,
    });
    await died();
    await test.send();
    expect(test.push.received).toEqual([]);
    test.now += 6_000;
    await test.send();
    expect(await me.browser.received()).toHaveLength(1);
  });

  it('of a process that died after sending is repeated under the same topic, which replaces the first', async () => {
    const me = await test.person();
    await test.match([test.forecast()]);
    const crash = (): void => {
      throw new Error('the process died');
    };
    await test.send(crash);
    test.now += 6_000;
    await test.send();
    await test.send();
    const received = await me.browser.received();
    expect([received.length, new Set(received.map(({ topic }) => topic)).size]).toEqual([2, 1]);
    expect(await test.listSends(me.id)).toMatchObject([{ state: 'sent' }]);
  });

  it('is sent once by workers that run at the same moment', async () => {
    const me = await test.person();
    await test.match([test.forecast()]);
    await Promise.all([test.send(), test.send(), test.send()]);
    expect(await me.browser.received()).toHaveLength(1);
  });
});

describe('a message to a chat', () => {
  const linked = async (settings: Partial<AlertSettings> = {}) => {
    const { id } = await test.person({ channels: ['telegram'], ...settings }, { lang: 'uk' });
    return { id, chat: await test.linkChat(id) };
  };

  it('says what the alert says, until when it holds, and opens the signal screen prepared', async () => {
    const me = await linked();
    await test.match([test.forecast()]);
    await test.sendToChats();
    const [alert] = await test.listAlerts(me.id);
    const until = new Intl.DateTimeFormat('uk', { timeStyle: 'medium', timeZone: 'UTC' });
    expect(me.chat.messages).toEqual([
      {
        text: [
          'EUR/USD ↑ вгору · 60,0\u00a0%',
          'Kurs AI v2, 5 хв. Відкрийте, щоб узяти сигнал: це ще не сигнал.',
          `Діє до ${until.format(Date.parse(String(alert?.content['holdsUntil'])))} UTC.`,
        ].join('\n'),
        url: `${publicUrl}/uk/signal?model=kurs_ai_v2&pair=EURUSD&duration=5`,
      },
    ]);
    expect(await test.listSends(me.id)).toMatchObject([{ channel: 'telegram', state: 'sent' }]);
  });

  it('goes to nobody without a chat, and to a chat and the devices of a user at once', async () => {
    const [none, both] = [
      await test.person({ channels: ['telegram'] }),
      await linked({ channels: ['telegram', 'push'] }),
    ];
    await test.match([test.forecast()]);
    expect(await test.listSends(none.id)).toEqual([]);
    expect((await test.listSends(both.id)).map(({ channel }) => channel).toSorted()).toEqual(['push', 'telegram']);
  });

  it('waits while Telegram asks for it, and is dropped when it would be late', async () => {
    const [me, other] = [await linked(), await linked()];
    await test.match([test.forecast()]);
    const pausing = test.createSendToChats();
    test.bot.fails('sendMessage', { status: 429, description: 'Too Many Requests: retry after 5', retryAfter: 5 });
    await pausing();
    test.bot.fails('sendMessage', null);
    await pausing();
    expect([me.chat.messages, other.chat.messages]).toEqual([[], []]);
    test.now += 5_000;
    await pausing();
    expect([me, other].map(({ chat }) => chat.messages.length)).toEqual([1, 1]);
    expect(await test.listSends(me.id)).toMatchObject([{ state: 'sent', attempts: 1 }]);
    test.advance(30 * minuteMs);
    await test.match([test.forecast()]);
    test.bot.fails('sendMessage', { status: 429, description: 'Too Many Requests: retry after 60', retryAfter: 60 });
    await test.createSendToChats()();
    test.bot.fails('sendMessage', null);
    test.now = test.minute + 20_000;
    await test.createSendToChats()();
    expect([me, other].map(({ chat }) => chat.messages.length)).toEqual([1, 1]);
    expect(await test.listSends(me.id)).toMatchObject([{ state: 'sent' }, { state: 'dropped' }]);
  });

  it('is sent again while it holds when Telegram failed, and not when it is rejected for good', async () => {
    const me = await linked();
    await test.match([test.forecast()]);
    test.bot.fails('sendMessage', { status: 502, description: 'Bad Gateway' });
    await test.sendToChats();
    test.bot.fails('sendMessage', null);
    test.now += 6_000;
    await test.sendToChats();
    expect([me.chat.messages.length, await test.listSends(me.id)]).toMatchObject([1, [{ state: 'sent', attempts: 2 }]]);
    const other = await linked();
    test.advance(minuteMs);
    await test.match([test.forecast()]);
    test.bot.fails('sendMessage', { status: 400, description: 'Bad Request: message is too long' });
    await test.sendToChats();
    test.bot.fails('sendMessage', null);
    expect(await test.listSends(other.id)).toMatchObject([{ state: 'failed', attempts: 1 }]);
  });
});
