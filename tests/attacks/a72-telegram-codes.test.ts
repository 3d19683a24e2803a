import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { hourMs, minuteMs } from '#domain/time.ts';
import { telegramChats, telegramCodes } from '#server/database/tables/alert-tables.ts';
import { answerUpdate } from '#server/modules/telegram/answer-update.ts';
import type { TestPerson } from '#tests/support/test-people.ts';
import { createTestTelegram } from '#tests/support/test-telegram.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(() => createTestTelegram(Date.parse('2026-11-21T18:00:00.000Z')));

const isLinked = async (person: TestPerson): Promise<boolean> =>
  (await person.get('/api/telegram/link')).json().chat !== null;
const starts = async (code: string, chat = test.server.person()) => {
  chat.says(`/start ${code}`);
  await test.poll();
  return chat;
};

it('A72: a guessed code links nothing, and an eleventh guess within the hour is not even looked up', async () => {
  const person = await test.person();
  const code = await test.getErrorCode(person);
  const chat = test.server.person();
  const wrong = [
    code.slice(0, -1),
    `${code}A`,
    code.toLowerCase(),
    person.id,
    '%',
    "' or true --",
    ...Array.from({ length: 4 }, () => randomBytes(16).toString('base64url')),
  ];
  for (const guess of wrong) await starts(guess, chat);
  expect(chat.messages.map(({ text }) => text.split(':')[0])).toEqual(wrong.map(() => 'This link isn’t valid'));
  test.time.advance(2 * minuteMs);
  await starts(code, chat);
  expect([chat.messages.at(-1)?.text.split('.')[0], await isLinked(person)]).toEqual(['Too many attempts', false]);
  test.time.advance(hourMs);
  await starts(await test.getErrorCode(person), chat);
  expect(await isLinked(person)).toBe(true);
});

it('A72: a code that was forwarded links the first chat only', async () => {
  const person = await test.person();
  const code = await test.getErrorCode(person);
  const [own, stranger] = [await starts(code), await starts(code)];
  const linked = await test.database.db.select().from(telegramChats);
  expect(linked.filter(({ userId }) => userId === person.id)).toMatchObject([{ chatId: own.chatId }]);
  expect(stranger.messages[0]?.text).toContain('isn’t valid');
});

it('A72: two chats that use a code at the same moment are linked once', async () => {
  const person = await test.person();
  const text = `/start ${await test.getErrorCode(person)}`;
  const chats = [test.server.person(), test.server.person()];
  for (const chat of chats) chat.says('/start');
  await test.poll();
  const toChat = (id: number) => ({ id, name: 'Olena', languageCode: 'en' });
  await Promise.all(chats.map(({ chatId }, id) => answerUpdate(test.ctx, { id, chat: toChat(chatId), text })));
  expect(chats.filter(({ messages }) => messages[1]?.text.startsWith('This chat is connected'))).toHaveLength(1);
});

it('A72: a code ends after ten minutes, and when its user creates another one', async () => {
  const person = await test.person();
  const first = await test.getErrorCode(person);
  const second = await test.getErrorCode(person);
  await starts(first);
  test.time.advance(10 * minuteMs);
  await starts(second);
  expect(await isLinked(person)).toBe(false);
});

it('A72: a copy of the table opens nothing, and a code said in a group is not taken', async () => {
  const person = await test.person();
  const code = await test.getErrorCode(person);
  const rows = await test.database.db.select().from(telegramCodes);
  expect(JSON.stringify(rows)).not.toContain(code);
  expect(rows.some(({ codeHash }) => codeHash.toString('base64url').startsWith(code))).toBe(false);
  test.server.saysInGroup(test.server.person(), `/start ${code}`);
  await test.poll();
  expect(await isLinked(person)).toBe(false);
});
