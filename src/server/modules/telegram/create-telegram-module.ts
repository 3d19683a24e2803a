import { type WallClock, secondMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import { isDatabaseUnavailable } from '#server/database/connection-errors.ts';
import { type Database, TermEndedError } from '#server/database/connection.ts';
import { type Telegram, TelegramError } from '#server/integrations/telegram/telegram.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { type AccountsApi, getUser } from '#server/modules/accounts/accounts.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { type AnswerUpdate, createAnswerUpdate } from './answer-update.ts';
import { createListLinked, deleteChat, findChatOfUser } from './chats.repository.ts';
import { createManageLink, type ManageLink } from './manage-link.ts';
import type { SendToChat, TelegramApi } from './telegram.api.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { telegramPaths } from '#contract/paths.ts';
import { TelegramConnection, TelegramLink } from '#contract/telegram.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { type Guard, guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent } from '#server/http/answers.ts';

interface TelegramModuleDependencies {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly platform: Platform;
  /** Null: no bot is configured. */
  readonly telegram: Telegram | null;
  readonly accounts: Pick<AccountsApi, 'signedIn'>;
  readonly signals: Pick<SignalsApi, 'listResults'>;
}

const retryMs = 3 * secondMs;

/** The operator's bot: chats that receive alerts, and its commands, answered by the leader. */
export function createTelegramModule({
  config,
  platform,
  telegram,
  accounts,
  signals,
}: TelegramModuleDependencies): ServerModule<TelegramApi> {
  const { db, leaderDb, attempts, clock, scheduler, log } = platform;
  const { publicUrl } = config;
  const link = createManageLink({ db, clock, attempts, telegram });
  const routes = [telegramRoutes({ signedIn: accounts.signedIn, link, publicUrl })];
  const isAvailable = telegram !== null;
  const listLinked = createListLinked(isAvailable);
  if (!telegram) return { routes, api: { isAvailable, listLinked, sendToChat: async () => 'gone' }, components: [] };

  const send = obeyPauses(telegram, clock);
  const { listResults } = signals;
  const answerUpdate = createAnswerUpdate({ db: leaderDb, clock, attempts, listResults, send, publicUrl });
  const { start, stop } = repeat({
    firstAfterMs: 0,
    everyMs: retryMs,
    task: createPollUpdates({ telegram, answerUpdate, log }),
    onError: (error) => log.warn({ err: error }, 'polling Telegram failed; retrying'),
    after: scheduler.after,
  });
  return {
    routes,
    api: { isAvailable, listLinked, sendToChat: createSendToChat({ db, send }) },
    components: [{ name: 'telegram', duty: 'lead', phase: 'with jobs', start, stop }],
  };
}

interface PollUpdatesDependencies {
  readonly telegram: Pick<Telegram, 'deleteWebhook' | 'getUpdates'>;
  readonly answerUpdate: AnswerUpdate;
  readonly log: Pick<Platform['log'], 'error'>;
}

/**
 * One poll. Resolves with the pause before the next one, milliseconds. An update is confirmed by the
 * poll after it has been answered, so a crash loses none; one that cannot be answered holds up no
 * other person's, unless the database is away or another process leads.
 */
export function createPollUpdates({ telegram, answerUpdate, log }: PollUpdatesDependencies) {
  let isPolled = false;
  let next = 0;

  const poll = async (stopping: AbortSignal): Promise<void> => {
    if (!isPolled) await telegram.deleteWebhook();
    isPolled = true;
    for (const update of await telegram.getUpdates(next, stopping)) {
      // What is left comes to the next process.
      if (stopping.aborted) return;
      try {
        await answerUpdate(update);
      } catch (error) {
        if (isDatabaseUnavailable(error) || error instanceof TermEndedError) throw error;
        log.error({ err: error, update: update.id }, 'an update of the bot could not be answered');
      }
      next = update.id + 1;
    }
  };

  return async (stopping: AbortSignal): Promise<number> => {
    try {
      await poll(stopping);
    } catch (error) {
      if (stopping.aborted) return 0;
      if (error instanceof TelegramError && error.retryAfterMs !== null) return error.retryAfterMs;
      throw error;
    }
    return 0;
  };
}

/** A chat whose person blocked the bot is unlinked. */
export const createSendToChat =
  ({ db, send }: { readonly db: Database; readonly send: Telegram['send'] }): SendToChat =>
  async (userId, message) => {
    const chat = await findChatOfUser(db, userId);
    if (!chat) return 'gone';
    const outcome = await send(chat.chatId, message);
    if (outcome === 'gone') await deleteChat(db, chat.chatId);
    return outcome;
  };

/** Sends nothing during a pause that the server asked for (429), which concerns the whole bot. */
export function obeyPauses(telegram: Pick<Telegram, 'send'>, clock: WallClock): Telegram['send'] {
  let pausedUntil = 0;
  return async (chatId, message) => {
    const left = pausedUntil - clock.now();
    if (left > 0) return { retryAfterMs: left };
    const outcome = await telegram.send(chatId, message);
    if (typeof outcome === 'object') pausedUntil = clock.now() + outcome.retryAfterMs;
    return outcome;
  };
}

interface TelegramRoutesDependencies {
  readonly signedIn: Guard;
  readonly link: ManageLink;
  readonly publicUrl: string;
}

/** The chat that receives a user's alerts. */
export const telegramRoutes =
  ({ signedIn, link, publicUrl }: TelegramRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'onRequest', rejectForeignOrigin(publicUrl));
    guardRoutes(app, 'preValidation', signedIn);

    app.get(telegramPaths.link, { schema: { response: { 200: TelegramConnection } } }, (request) =>
      link.read(getUser(request).id),
    );

    app.post(
      telegramPaths.link,
      { schema: { response: { 200: TelegramLink } }, config: { errors: ['telegram_unavailable'] } },
      (request) => link.create(getUser(request).id),
    );

    app.delete(telegramPaths.link, { schema: { response: { 204: z.null() } } }, (request, reply) =>
      noContent(reply, link.end(getUser(request).id)),
    );
  };
