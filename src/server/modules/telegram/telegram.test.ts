import { describe, expect, it } from 'vitest';
import { type TelegramConnection, type TelegramLink, TelegramLink as Link } from '#contract/telegram.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import { aLiveSignal } from '#tests/support/a-signal.ts';
import type { TestPerson } from '#tests/support/test-people.ts';
import { createTestTelegram, publicUrl } from '#tests/support/test-telegram.ts';
import { pollingUpdates } from './module.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const from = Date.parse('2026-11-21T18:00:00.000Z');
const never = new AbortController().signal;

const test = sharedByTests(() => createTestTelegram(from));

const getState = async (person: TestPerson) => (await person.get('/api/telegram/link')).json<TelegramConnection>();

describe('a link', () => {
  it('opens the bot with a code that holds for ten minutes', async () => {
    const person = await test.person();
    const answer = await person.post('/api/telegram/link');
    const { url, expiresAt } = Link.parse(answer.json<TelegramLink>());
    expect(answer.statusCode).toBe(200);
    expect(url).toMatch(new RegExp(`^https://t\\.me/${test.server.username}\\?start=[\\w-]{22}$`));
    expect(Date.parse(expiresAt)).toBe(test.time.clock.now() + 10 * minuteMs);
  });

  it('connects the chat that starts with it, under its name, and answers in the language of the account', async () => {
    const person = await test.person({ lang: 'ru' });
    expect(await getState(person)).toEqual({ isAvailable: true, chat: null });
    const chat = await test.toChat(person, { username: 'olena', languageCode: 'en' });
    const linkedAt = new Date(test.time.clock.now()).toISOString();
    expect(await getState(person)).toEqual({ isAvailable: true, chat: { name: '@olena', linkedAt } });
    expect(chat.messages).toMatchObject([{ url: `${publicUrl}/ru/account/connections` }]);
    expect(chat.messages[0]?.text).toContain('Чат подключён');
  });

  it('moves a chat to the account that linked it last, and replaces the other chat of a user', async () => {
    const [one, other] = [await test.person(), await test.person()];
    const first = await test.toChat(one);
    first.says(`/start ${await test.getErrorCode(other)}`);
    await test.poll();
    expect([(await getState(one)).chat, (await getState(other)).chat]).toMatchObject([null, { name: 'Olena' }]);
    await test.toChat(other, { username: 'second' });
    expect(await getState(other)).toMatchObject({ chat: { name: '@second' } });
    first.says('/status');
    await test.poll();
    expect(first.messages.at(-1)?.text).toContain('isn’t connected');
  });

  it('ends in the account, and with it an unused code', async () => {
    const person = await test.person();
    const chat = await test.toChat(person);
    const unused = await test.getErrorCode(person);
    for (const _time of [1, 2]) expect((await person.delete('/api/telegram/link')).statusCode).toBe(204);
    expect((await getState(person)).chat).toBeNull();
    chat.says(`/start ${unused}`);
    await test.poll();
    expect((await getState(person)).chat).toBeNull();
  });
});

describe('the bot', () => {
  it('lists the last ten results on /status, losses like wins, and none of others', async () => {
    const person = await test.person({ lang: 'uk' });
    const chat = await test.toChat(person);
    chat.says('/status');
    await test.poll();
    expect(chat.messages.at(-1)).toEqual({ text: 'Результатів ще немає.', url: `${publicUrl}/uk/history` });
    const results = ['successful', 'unsuccessful', 'neutral', 'void'] as const;
    for (let i = 0; i < 12; i++)
      await aLiveSignal(test.database.db, {
        userId: person.id,
        status: 'settled',
        result: results[i % 4] ?? 'void',
        issuedAt: new Date(from + i * hourMs),
      });
    await aLiveSignal(test.database.db, { userId: person.id, issuedAt: new Date(from + 20 * hourMs) });
    chat.says('/status');
    await test.poll();
    const [title, ...lines] = chat.messages.at(-1)?.text.split('\n') ?? [];
    expect(title).toBe('Останні результати, час UTC:');
    expect(lines).toHaveLength(10);
    expect(lines.slice(0, 4).map((line) => line.split(' · ').at(-1))).toEqual([
      'не зараховано',
      'нічия',
      'програш',
      'виграш',
    ]);
    expect(lines[3]).toBe('22.11.26, 02:00 · EUR/USD ↑ вгору · 3 хв · виграш');
  });

  it('unlinks on /stop, and when its person blocks it', async () => {
    const [one, other] = [await test.person(), await test.person()];
    const [stopping, blocking] = [await test.toChat(one), await test.toChat(other)];
    stopping.says('/stop');
    blocking.blocks();
    await test.poll();
    expect([(await getState(one)).chat, (await getState(other)).chat]).toEqual([null, null]);
    expect(stopping.messages.at(-1)?.text).toContain('disconnected');
  });

  it('answers nothing in groups, and not more than twenty messages of a chat a minute', async () => {
    const person = test.server.person();
    test.server.saysInGroup(person, '/start');
    for (let i = 0; i < 25; i++) person.says('/start');
    await test.poll();
    expect([person.messages.length, test.server.waiting()]).toEqual([20, 26]);
    await test.poll();
    expect([person.messages.length, test.server.waiting()]).toEqual([20, 0]);
  });
});

describe('polling', () => {
  /** Polls whose first `failures` answers fail. */
  const failing = (failures: number, error: Error) => {
    let left = failures;
    const add: typeof test.ctx.attempts.add = async (...counted) => {
      if (left-- > 0) throw error;
      return test.ctx.attempts.add(...counted);
    };
    return pollingUpdates({ ...test.ctx, attempts: { ...test.ctx.attempts, add } });
  };

  it('repeats an update whose answer failed, and confirms it once it was answered', async () => {
    await test.poll();
    const person = test.server.person();
    person.says('/start');
    const poll = failing(1, Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' }));
    await expect(poll(never)).rejects.toThrow('the database is away');
    await poll(never);
    await poll(never);
    expect([person.messages.length, test.server.waiting()]).toEqual([1, 0]);
  });

  it('goes on behind an update that cannot be answered', async () => {
    await test.poll();
    const [broken, next] = [test.server.person(), test.server.person()];
    for (const person of [broken, next]) person.says('/start');
    const poll = failing(1, new Error('an update of an unknown form'));
    await poll(never);
    await poll(never);
    expect([broken.messages.length, next.messages.length, test.server.waiting()]).toEqual([0, 1, 0]);
  });
});
