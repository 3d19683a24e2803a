import { secondMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import type { Telegram } from '#server/integrations/telegram/telegram.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createAnswerUpdate } from './answer-update.ts';
import { createListLinked } from './chats.repository.ts';
import { createManageLink } from './manage-link.ts';
import { createSendToChat, obeyPauses } from './send-to-chat.ts';
import { createPollUpdates } from './poll-updates.ts';
import type { TelegramApi } from './telegram.api.ts';
import { telegramRoutes } from './telegram.routes.ts';

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
    task: createPollUpdates({ telegram, answerUpdate }),
    onError: (error) => log.warn({ err: error }, 'polling Telegram failed; retrying'),
    after: scheduler.after,
  });
  return {
    routes,
    api: { isAvailable, listLinked, sendToChat: createSendToChat({ db, send }) },
    components: [{ name: 'telegram', duty: 'lead', phase: 'with jobs', start, stop }],
  };
}
