import { telegramEndpoints } from '#contract/telegram.ts';
import { secondMs } from '#domain/time.ts';
import { isDatabaseUnavailable } from '#server/database/connection-errors.ts';
import { TermEndedError } from '#server/database/connection.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import { TelegramError } from '#server/integrations/telegram/telegram.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { answerUpdate } from './answer-update.ts';
import { endLink, offerLink, readLink } from './manage-link.ts';
import type { BotContext, TelegramContext } from './telegram-context.ts';

const retryMs = 3 * secondMs;

/** The operator's bot: the chat that receives a user's alerts, and commands, answered by the leader. */
export function telegramModule(ctx: TelegramContext): ServerModule {
  const routes = [
    serveEndpoints(telegramEndpoints, ctx.accounts.guards, {
      'GET /api/telegram/link': (request) => readLink(ctx, getUser(request).id),
      'POST /api/telegram/link': (request) => offerLink(ctx, getUser(request).id),
      'DELETE /api/telegram/link': (request) => endLink(ctx, getUser(request).id),
    }),
  ];
  const { telegram } = ctx;
  if (!telegram) return { routes, api: {}, components: [] };

  const { start, stop } = repeat({
    firstAfterMs: 0,
    everyMs: retryMs,
    task: pollingUpdates({ ...ctx, telegram }),
    onError: (error) => ctx.log.warn({ err: error }, 'polling Telegram failed; retrying'),
    after: ctx.scheduler.after,
  });
  return {
    routes,
    api: {},
    components: [{ name: 'telegram', duty: 'lead', phase: 'with jobs', start, stop }],
  };
}

/**
 * One poll. Resolves with the pause before the next one, milliseconds. An update is confirmed by the
 * poll after it has been answered, so a crash loses none; one that cannot be answered holds up no
 * other person's, unless the database is away or another process leads.
 */
export function pollingUpdates(ctx: BotContext) {
  const { telegram, log } = ctx;
  let isPolled = false;
  let next = 0;

  const poll = async (stopping: AbortSignal): Promise<void> => {
    if (!isPolled) await telegram.deleteWebhook();
    isPolled = true;
    for (const update of await telegram.getUpdates(next, stopping)) {
      // What is left comes to the next process.
      if (stopping.aborted) return;
      try {
        await answerUpdate(ctx, update);
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
