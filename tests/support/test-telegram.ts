import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { createGrammyTelegram, type Telegram } from '#server/integrations/telegram/telegram.ts';
import { listResults } from '#server/modules/signals/own-signals.ts';
import { type AnswerUpdate, createAnswerUpdate } from '#server/modules/telegram/answer-update.ts';
import { createManageLink } from '#server/modules/telegram/manage-link.ts';
import { createPollUpdates, obeyPauses, telegramRoutes } from '#server/modules/telegram/create-telegram-module.ts';
import type { TelegramLink } from '#contract/telegram.ts';
import { telegramPaths } from '#contract/paths.ts';
import { type FakeTelegram, startFakeTelegram, type TelegramPerson } from './network/fake-telegram.ts';
import { silentLog } from './silent-log.ts';
import { createTestPeople, type PeopleCommon, type TestPeople, type TestPerson } from './test-people.ts';

export interface TestTelegram extends TestPeople {
  readonly server: FakeTelegram;
  readonly telegram: Telegram;
  readonly answerUpdate: AnswerUpdate;
  /** Answers all that waits for the bot. */
  poll(): Promise<void>;
  /** The code of a new link of this user. */
  getErrorCode(person: TestPerson): Promise<string>;
  /** A chat that is linked to this user. */
  toChat(person: TestPerson, change?: Parameters<FakeTelegram['person']>[0]): Promise<TelegramPerson>;
}

export const publicUrl = 'https://kurs.example';

/** The bot on a fake Bot API server, polled by hand. */
export async function createTestTelegram(
  from: number,
  moreRoutes: (common: PeopleCommon) => readonly FastifyPluginAsyncZod[] = () => [],
): Promise<TestTelegram> {
  const server = await startFakeTelegram();
  const telegram = createGrammyTelegram({ token: server.token, apiUrl: server.url, pollMs: 0 });
  let answerUpdate: AnswerUpdate = async () => undefined;
  const people = await createTestPeople(from, (common) => {
    const { db, clock, attempts, accounts } = common;
    const send = obeyPauses(telegram, clock);
    answerUpdate = createAnswerUpdate({
      db,
      clock,
      attempts,
      listResults: (id, limit) => listResults(db, id, limit),
      send,
      publicUrl,
    });
    const link = createManageLink({ db, clock, attempts, telegram });
    return [telegramRoutes({ signedIn: accounts.signedIn, link, publicUrl }), ...moreRoutes(common)];
  });
  const pollUpdates = createPollUpdates({ telegram, answerUpdate, log: silentLog });
  const poll = async (): Promise<void> => void (await pollUpdates(new AbortController().signal));
  const getErrorCode = async (person: TestPerson): Promise<string> => {
    const { url } = (await person.post(telegramPaths.link)).json<TelegramLink>();
    return new URL(url).searchParams.get('start') ?? '';
  };
  return {
    ...people,
    server,
    telegram,
    answerUpdate,
    poll,
    getErrorCode,
    toChat: async (person, change) => {
      const chat = server.person(change);
      chat.says(`/start ${await getErrorCode(person)}`);
      await poll();
      return chat;
    },
    close: async () => {
      await people.close();
      await server.close();
    },
  };
}
