import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AlertSettings } from '#contract/alerts.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import { inTransaction } from '#server/database/connection.ts';
import type { ApiError } from '#server/http/api-error.ts';
import { payouts } from '#server/database/tables/trader-tables.ts';
import { toErrorBody } from '#server/http/errors/error-handler.ts';
import { aLiveSignal, aUser } from '#tests/support/a-signal.ts';
import { createTestAlerts, publicUrl } from '#tests/support/network/test-alerts.ts';
import { listRules } from './alerts.repository.ts';
import { changeAlerts, readAlerts } from './manage-alerts.ts';
import { matchMinute } from './match-minute.ts';
import { alertFound } from './store-alerts.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestAlerts);
beforeEach(() => test.reset());

/** An auto run of the user finds the forecast of the minute. */
async function find(userId: string, until: number): Promise<void> {
  const [user] = await test.ctx.accounts.listUsers([userId]);
  if (!user) throw new Error('there is no such user');
  const found = { user, forecast: test.forecast(), until };
  await inTransaction(test.database.db, (work) => alertFound(test.ctx, work, found));
}

describe('an alert', () => {
  it('says pair, direction, passability, until when it holds, and opens the signal screen prepared', async () => {
    const me = await test.person();
    expect(await test.match([test.forecast()])).toBe(1);
    await test.deliver();
    const [received, ...more] = await me.browser.received();
    expect(more).toEqual([]);
    const [alert] = await test.listAlerts(me.id);
    expect(received).toMatchObject({
      topic: alert?.id.replaceAll('-', ''),
      subject: 'mailto:support@kurs.example',
      payload: {
        kind: 'alert',
        tag: alert?.id,
        lang: 'en',
        title: 'EUR/USD ↑ up · 60.0%',
        url: `${publicUrl}/en/signal?model=kurs_ai_v2&pair=EURUSD&duration=5`,
        holdsUntil: alert?.content['holdsUntil'],
      },
    });
    const left = Date.parse(String(alert?.content['holdsUntil'])) - test.now;
    expect(received?.ttl).toBe(Math.floor(left / 1000));
    expect(left).toBeLessThanOrEqual(minuteMs);
  });

  it('says the same to a chat, with the time until which it holds', async () => {
    const me = await test.person({ channels: ['telegram'] }, { lang: 'uk' });
    const chat = await test.linkChat(me.id);
    await test.match([test.forecast()]);
    await test.deliver();
    const [alert] = await test.listAlerts(me.id);
    const until = new Intl.DateTimeFormat('uk', { timeStyle: 'medium', timeZone: 'UTC' });
    const text = [
      'EUR/USD ↑ вгору · 60,0\u00a0%',
      'Kurs AI v2, 5 хв. Відкрийте, щоб узяти сигнал: це ще не сигнал.',
      `Діє до ${until.format(Date.parse(String(alert?.content['holdsUntil'])))} UTC.`,
    ].join('\n');
    const url = `${publicUrl}/uk/signal?model=kurs_ai_v2&pair=EURUSD&duration=5`;
    expect(chat.messages).toEqual([{ text, url }]);
  });

  it('is the strongest forecast that fits, one a minute, also when the minute is matched twice', async () => {
    const me = await test.person({ durations: [5] });
    const stated = [
      test.forecast(),
      test.forecast({ symbol: 'GBPUSD', passability: 62 }),
      test.forecast({ duration: 3, passability: 65 }),
    ];
    expect(await test.match(stated)).toBe(1);
    expect(await test.match(stated)).toBe(0);
    expect(await test.listAlerts(me.id)).toMatchObject([{ symbol: 'GBPUSD' }]);
    await test.deliver();
    await test.deliver();
    expect(await me.browser.received()).toHaveLength(1);
  });

  it('is by the payouts of its receiver: whether there is one, which one, and until when it holds', async () => {
    const [paid82, paid90, choosy] = [await test.person(), await test.person(), await test.person()];
    const updatedAt = new Date(test.now);
    await test.database.db.insert(payouts).values([
      { userId: paid90.id, symbol: null, percent: 90, updatedAt },
      { userId: choosy.id, symbol: null, percent: 82, updatedAt },
      { userId: choosy.id, symbol: 'GBPUSD', percent: 92, updatedAt },
    ]);
    const stated = [
      test.forecast({ passability: 54, pUp: 0.54 }),
      test.forecast({ symbol: 'GBPUSD', passability: 53, pUp: 0.53 }),
    ];
    expect(await test.match(stated)).toBe(2);
    expect(await test.listAlerts(paid82.id)).toEqual([]);
    const [[own], [chosen]] = [await test.listAlerts(paid90.id), await test.listAlerts(choosy.id)];
    expect([own?.symbol, chosen?.symbol]).toEqual(['EURUSD', 'GBPUSD']);
    // In a minute a forecast of five minutes loses 27 % of what it states above 50.
    const held = Date.parse(String(own?.content['holdsUntil'])) - test.minute;
    expect(held / minuteMs).toBeCloseTo(1, 3);
    const less = Date.parse(String(chosen?.content['holdsUntil'])) - test.minute;
    expect(less / minuteMs).toBeCloseTo((53 - 100 / 1.92 - 0.2) / 3 / 0.27, 3);
  });

  it.each([
    ['rule is off', { channels: [] }, {}],
    ['model is not asked for', { models: ['vip'] }, {}],
    ['pair is not asked for', { symbols: ['GBPUSD'] }, {}],
    ['duration is not asked for', { durations: [10] }, {}],
    ['passability is too low', { minPassability: 60.5 }, {}],
    ['hours are quiet', { quietHours: { from: '00:00', to: '23:59', timezone: 'Europe/Kyiv' } }, {}],
    ['email is not confirmed', {}, { isActivated: false }],
    ['broker ID is missing', {}, { referralId: null }],
    ['balance is too low', {}, { balance: 9.99 }],
    ['balance is stale', {}, { balanceCheckedAt: new Date(0) }],
    ['trader excluded itself', {}, { isSelfExcluded: true }],
    ['account is blocked', {}, { isBlocked: true }],
  ] as const)('is not made when the %s', async (_title, settings, change) => {
    const me = await test.person(settings as Partial<AlertSettings>, change);
    await test.match([test.forecast()]);
    expect(await test.listAlerts(me.id)).toEqual([]);
  });

  it('is made again after a database error, while the forecast holds', async () => {
    const me = await test.person();
    let failures = 2;
    const listUsers = async (ids: readonly string[]) => {
      failures -= 1;
      if (failures >= 0) throw Object.assign(new Error('no answer'), { code: 'ECONNREFUSED' });
      return test.ctx.accounts.listUsers(ids);
    };
    const { signal } = new AbortController();
    const accounts = { ...test.ctx.accounts, listUsers };
    expect(await matchMinute({ ...test.ctx, accounts }, [test.forecast()], signal)).toBe(1);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(await test.listAlerts(me.id)).toHaveLength(1);
    expect(test.now).toBe(test.minute + 2_300);
  });

  it('is not made for a trader who has stopped signals for today', async () => {
    const me = await test.person();
    test.stopped = new Set([me.id]);
    await test.match([test.forecast()]);
    expect(await test.listAlerts(me.id)).toEqual([]);
  });

  it('of the VIP model needs its balance; the next best forecast goes out instead', async () => {
    const [me, rich] = [await test.person(), await test.person({}, { balance: 1000.01 })];
    await test.match([test.forecast({ model: 'vip', passability: 65 }), test.forecast()]);
    expect(await test.listAlerts(me.id)).toMatchObject([{ content: { aiModel: 'kurs_ai_v2' } }]);
    expect(await test.listAlerts(rich.id)).toMatchObject([{ content: { aiModel: 'vip' } }]);
  });

  it('of a pair is not repeated within twenty minutes, neither after an alert nor after a signal', async () => {
    const [me, trader] = [await test.person(), await test.person()];
    await aLiveSignal(test.database.db, { userId: trader.id, issuedAt: new Date(test.now - 19 * minuteMs) });
    await test.match([test.forecast()]);
    expect([await test.listAlerts(me.id), await test.listAlerts(trader.id)]).toMatchObject([
      [{ symbol: 'EURUSD' }],
      [],
    ]);
    test.advance(19 * minuteMs);
    await test.match([test.forecast(), test.forecast({ symbol: 'AUDUSD', passability: 57 })]);
    expect((await test.listAlerts(me.id)).map(({ symbol }) => symbol)).toEqual(['EURUSD', 'AUDUSD']);
    test.advance(2 * minuteMs);
    await test.match([test.forecast()]);
    expect((await test.listAlerts(me.id)).map(({ symbol }) => symbol)).toEqual(['EURUSD', 'AUDUSD', 'EURUSD']);
  });

  it('goes out at most so often in an hour', async () => {
    const me = await test.person({ perHour: 2 });
    const pairs = ['EURUSD', 'GBPUSD', 'AUDUSD', 'USDJPY'];
    for (const symbol of pairs) {
      await test.match([test.forecast({ symbol })]);
      test.advance(minuteMs);
    }
    expect(await test.listAlerts(me.id)).toHaveLength(2);
    test.advance(hourMs);
    await test.match([test.forecast({ symbol: 'USDCAD' })]);
    expect(await test.listAlerts(me.id)).toHaveLength(3);
  });

  it('of what an auto run found goes to devices and the chat, whatever is wanted otherwise', async () => {
    const me = await test.person({ channels: [] });
    await test.linkChat(me.id);
    for (const _time of [1, 2]) await find(me.id, test.now + 30_000);
    await test.deliver();
    expect(await me.browser.received()).toMatchObject([
      {
        ttl: 30,
        payload: {
          title: 'EUR/USD ↑ up · 60.0%',
          url: `${publicUrl}/en/signal?model=kurs_ai_v2&pair=EURUSD&duration=5`,
          holdsUntil: new Date(test.now + 30_000).toISOString(),
        },
      },
    ]);
    const sent = (await test.listDeliveries(me.id)).map(({ channel, status }) => `${channel} ${status}`);
    expect(new Set(sent)).toEqual(new Set(['push sent', 'telegram sent']));
  });

  it('of what an auto run found is not made beside another alert of the same minute, nor sent late', async () => {
    const [me, other] = [await test.person(), await test.person({ channels: [] })];
    await test.match([test.forecast()]);
    for (const { id } of [me, other]) await find(id, test.now + minuteMs);
    expect(await test.listAlerts(me.id)).toHaveLength(1);
    test.now += 20_000;
    await test.deliver();
    expect(await other.browser.received()).toEqual([]);
    expect(await test.listDeliveries(other.id)).toMatchObject([{ status: 'given_up' }]);
  });
});

describe('a rule', () => {
  it('is not stored for an account that was deleted after its request arrived, nor is a device', async () => {
    const id = await aUser(test.database.db, { deletedAt: new Date(test.now) });
    const deleted = { code: 'unauthenticated' };
    await expect(changeAlerts(test.ctx, id, { channels: ['mail'] })).rejects.toMatchObject(deleted);
    await expect(test.subscribe(id)).rejects.toMatchObject(deleted);
    expect(await listRules(test.database.db, [id])).toEqual([]);
  });

  it('cannot choose Telegram where the operator has no bot, and says what it can choose', async () => {
    const withoutBot = { ...test.ctx, hasBot: false };
    const me = await test.person({ channels: ['telegram', 'mail'] });
    const refused = await changeAlerts(withoutBot, me.id, { channels: ['mail', 'telegram'] }).catch(
      (error: unknown) => error,
    );
    for (const [lang, message] of [
      ['uk', 'Сповіщення в Telegram зараз недоступні. Оберіть push або пошту.'],
      ['en', 'Alerts by Telegram aren’t available right now. Choose push or mail.'],
      ['ru', 'Уведомления в Telegram сейчас недоступны. Выберите push или почту.'],
    ] as const)
      expect(toErrorBody(refused as ApiError, lang, 'request')).toMatchObject({
        code: 'validation_failed',
        message: expect.stringContaining('channels'),
        details: [{ field: 'channels', message, allowed: ['push', 'mail'] }],
      });
    const read = await readAlerts(withoutBot, me.id);
    expect(read.channels).toEqual(['mail']);
    expect(await changeAlerts(withoutBot, me.id, read)).toEqual(read);
  });
});
