import { describe, expect, it } from 'vitest';
import { startFakeTelegram } from '#tests/support/network/fake-telegram.ts';
import { createGrammyTelegram, TelegramError } from './telegram.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const server = sharedByTests(startFakeTelegram);

const telegram = (token = server.token, apiUrl = server.url) =>
  createGrammyTelegram({ token, apiUrl, timeoutMs: 2_000, pollMs: 1_000 });
const never = new AbortController().signal;
const toError = (call: Promise<unknown>): Promise<TelegramError> =>
  call.then(
    () => Promise.reject(new Error('it was accepted')),
    (error: TelegramError) => error,
  );

describe('polling', () => {
  it('returns each update until a later poll confirms it', async () => {
    const person = server.person({ username: 'olena', languageCode: 'uk' });
    person.says('/start abc');
    const [first, ...more] = await telegram().getUpdates(0, never);
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      chat: { id: person.chatId, name: '@olena', languageCode: 'uk' },
      text: '/start abc',
    });
    expect(await telegram().getUpdates(0, never)).toEqual([first]);
    person.says('/status');
    expect(await telegram().getUpdates((first?.id ?? 0) + 1, never)).toMatchObject([{ text: '/status' }]);
    expect(server.waiting()).toBe(1);
  });

  it('names no chat for what is said in a group, and no text for a person who left', async () => {
    const person = server.person();
    const from = (await telegram().getUpdates(0, never)).at(-1)?.id ?? 0;
    server.saysInGroup(person, '/start abc');
    person.blocks();
    expect(await telegram().getUpdates(from + 1, never)).toMatchObject([
      { chat: null },
      { chat: { id: person.chatId, name: 'Olena' }, text: null },
    ]);
  });

  it('ends at once when it is aborted, and with 409 when another one polls', async () => {
    const last = (await telegram().getUpdates(0, never)).at(-1)?.id ?? 0;
    const stopping = new AbortController();
    const aborted = toError(telegram().getUpdates(last + 1, stopping.signal));
    await server.polled();
    stopping.abort();
    expect(await aborted).toMatchObject({ status: null });
    const replaced = toError(telegram().getUpdates(last + 1, never));
    await server.polled();
    const other = telegram().getUpdates(last + 1, never);
    expect(await replaced).toMatchObject({ status: 409 });
    server.person().says('/start');
    expect(await other).toHaveLength(1);
  });
});

describe('a message', () => {
  it('has a button, or a line with the address where Telegram accepts no button', async () => {
    const person = server.person();
    person.says('/start');
    const send = (url: string) => telegram().send(person.chatId, { text: 'words', button: { label: 'Open', url } });
    expect(await send('https://kurs.example/en/signal')).toBe('sent');
    expect(await send('http://localhost:3000/en/signal')).toBe('sent');
    expect(person.messages).toEqual([
      { text: 'words', url: 'https://kurs.example/en/signal' },
      { text: 'words\nhttp://localhost:3000/en/signal', url: null },
    ]);
  });

  it('is gone to a stranger and to a person who blocked the bot', async () => {
    const [stranger, person] = [server.person(), server.person()];
    person.says('/start');
    person.blocks();
    for (const { chatId } of [stranger, person]) expect(await telegram().send(chatId, { text: 'words' })).toBe('gone');
  });

  it.each([
    [{ status: 429, description: 'Too Many Requests: retry after 7', retryAfter: 7 }, { retryAfterMs: 7_000 }],
    [{ status: 400, description: 'Bad Request: message is too long' }, 'rejected'],
    [{ status: 500, description: 'Internal Server Error' }, 'failed'],
    [{ status: 401, description: 'Unauthorized' }, 'failed'],
  ])('answered by %j has the outcome %j', async (error, outcome) => {
    server.fails('sendMessage', error);
    expect(await telegram().send(1, { text: 'words' })).toEqual(outcome);
    server.fails('sendMessage', null);
  });

  it('fails while nobody answers', async () => {
    expect(await telegram(server.token, 'http://127.0.0.1:1').send(1, { text: 'words' })).toBe('failed');
  });
});

describe('the name of the bot', () => {
  it('is read once, and again after an error', async () => {
    const bot = telegram();
    server.fails('getMe', { status: 500, description: 'Internal Server Error' });
    await expect(bot.readUsername()).rejects.toThrow('Internal Server Error');
    server.fails('getMe', null);
    expect([await bot.readUsername(), await bot.readUsername()]).toEqual([server.username, server.username]);
  });

  it('is refused for a wrong token, which no error contains', async () => {
    const token = '110201543:a-wrong-token-of-somebody';
    const errors = [
      await toError(telegram(token).readUsername()),
      await toError(telegram(token, 'http://127.0.0.1:1').readUsername()),
    ];
    expect(errors.map(({ status }) => status)).toEqual([401, null]);
    for (const error of errors) {
      expect(error).toBeInstanceOf(TelegramError);
      expect(JSON.stringify([error, error.message, error.stack, error.cause ?? null])).not.toContain('a-wrong-token');
    }
  });
});
