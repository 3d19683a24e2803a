import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { TelegramLink } from '#contract/telegram.ts';
import { createGrammyTelegram, obeyPauses } from '#server/integrations/telegram/telegram.ts';
import { listResults } from '#server/modules/signals/own-signals.ts';
import { pollingUpdates, telegramModule } from '#server/modules/telegram/module.ts';
import type { BotContext } from '#server/modules/telegram/telegram-context.ts';
import { type FakeTelegram, startFakeTelegram, type TelegramPerson } from './network/fake-telegram.ts';
import { only } from './only.ts';
import { createTestPeople, type PeopleCommon, type TestPerson } from './test-people.ts';

export const publicUrl = 'https://kurs.example';

/** The bot on a fake Bot API server, polled by hand. */
export async function createTestTelegram(
  from: number,
  moreRoutes: (common: PeopleCommon) => readonly FastifyPluginAsyncZod[] = () => [],
) {
  const server = await startFakeTelegram();
  const bot = createGrammyTelegram({ token: server.token, apiUrl: server.url, pollMs: 0 });
  const contexts: BotContext[] = [];
  const people = await createTestPeople(from, (common) => {
    const { clock, db } = common;
    const telegram = obeyPauses(bot, clock);
    const signals = only<BotContext['signals']>({ listResults: (id, limit) => listResults(db, id, limit) });
    const ctx = { ...common, config: { ...common.config, publicUrl }, telegram, signals };
    contexts.push(ctx);
    return [...telegramModule(ctx).routes, ...moreRoutes(common)];
  });
  const [ctx] = contexts;
  if (!ctx) throw new Error('the routes were not made');
  const pollUpdates = pollingUpdates(ctx);
  /** Answers all that waits for the bot. */
  const poll = async (): Promise<void> => void (await pollUpdates(new AbortController().signal));
  /** The code of a new link of this user. */
  const getErrorCode = async (person: TestPerson): Promise<string> => {
    const { url } = (await person.post('/api/telegram/link')).json<TelegramLink>();
    return new URL(url).searchParams.get('start') ?? '';
  };
  return {
    ...people,
    server,
    telegram: ctx.telegram,
    ctx,
    poll,
    getErrorCode,
    /** A chat that is linked to this user. */
    toChat: async (person: TestPerson, change?: Parameters<FakeTelegram['person']>[0]): Promise<TelegramPerson> => {
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
