import type { FastifyBaseLogger } from 'fastify';
import { alertMailPaths } from '#contract/paths.ts';
import type { Clock } from '#domain/clock.ts';
import { secondMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import { backlogOf, type Consumer } from '#server/start/consumer.ts';
import type { CrashHook } from '#server/start/crash-points.ts';
import type { Database } from '#server/database/connection.ts';
import { unsubscribeRoutes } from '#server/http/unsubscribe-routes.ts';
import type { SendPush } from '#server/integrations/push/push.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { LimitsApi } from '#server/modules/limits/limits.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { TelegramApi } from '#server/modules/telegram/telegram.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { EnqueueDeliveries, ListAlertListeners } from '#server/modules/webhooks/webhooks.api.ts';
import { createSealText } from '#server/crypto/seal-text.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createUnsubscribeAddressOf, createUnsubscribeFromAlerts } from './alert-mails.ts';
import { hasWaitingSends, readWaitingSends, type SendChannel } from './alerts.repository.ts';
import { alertsRoutes } from './alerts.routes.ts';
import { createManageAlerts } from './manage-alerts.ts';
import { createMatchMinute } from './match-minute.ts';
import { createPreviewAlerts } from './preview-alerts.ts';
import { createPushDevices } from './push-devices.ts';
import { createReadPushIdentity } from './push-identity.ts';
import { createSendChatMessages } from './send-chat-messages.ts';
import { createSendPushes } from './send-pushes.ts';

interface Needs {
  readonly config: Pick<Config, 'includeThinHours' | 'payout' | 'publicUrl' | 'secret' | 'tradingHours' | 'vapid'>;
  readonly db: Database;
  readonly market: Pick<MarketView, 'onForecasts'>;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'listUsers' | 'deviceOf'>;
  readonly traders: Pick<TradersApi, 'mayReadPrices' | 'mayUseVip'>;
  readonly limits: Pick<LimitsApi, 'listStopped'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
  readonly telegram: TelegramApi;
  readonly record: Pick<RecordApi, 'readStatedSignals'>;
  readonly enqueueDeliveries: EnqueueDeliveries;
  readonly listAlertListeners: ListAlertListeners;
  readonly isAllowedHost: (url: string) => boolean;
  readonly push: {
    readonly send: SendPush;
    readonly generateKeys: () => { publicKey: string; privateKey: string };
  };
  readonly clock: Clock;
  readonly marketClock: Clock;
  readonly scheduler: Scheduler;
  readonly crashPoint: CrashHook;
  readonly log: FastifyBaseLogger;
}

/** Alerts: which forecasts concern whom, and their way to devices, mailboxes and webhooks. */
export function createAlertsModule(needs: Needs): ServerModule {
  const { config, db, clock, accounts, traders, limits, market, push, log } = needs;
  const seal = createSealText(config.secret, 'push key');
  const readIdentity = createReadPushIdentity({ ...needs, vapid: config.vapid, seal, generateKeys: push.generateKeys });
  const sendPushes = createSendPushes({ ...needs, readIdentity, sendPush: push.send });
  const { isAvailable, sendToChat, listLinked } = needs.telegram;
  const sendChatMessages = createSendChatMessages({ ...needs, sendToChat });
  const send = async (): Promise<void> => void (await Promise.all([sendPushes(), sendChatMessages()]));
  const sending = repeat({
    everyMs: secondMs,
    task: async () => {
      if (await hasWaitingSends(db)) await send();
    },
    onError: (error) => log.error({ err: error }, 'sending alerts failed; retrying'),
    after: needs.scheduler.after,
  });
  const matchMinute = createMatchMinute({
    ...needs,
    ...config,
    hours: config.tradingHours,
    listUsers: accounts.listUsers,
    mayTrade: traders.mayReadPrices,
    mayUseVip: traders.mayUseVip,
    listStopped: limits.listStopped,
    queueMail: needs.mail.queueMail,
    listLinked,
    unsubscribeAddressOf: createUnsubscribeAddressOf(config),
    after: needs.scheduler.after,
    onError: (error) => log.error({ err: error }, 'alerts of a minute were not matched; trying again'),
  });
  const onMatchError = (error: unknown): void => log.error({ err: error }, 'alerts of a minute were not matched');
  let matching: Promise<unknown> = Promise.resolve();
  const stopping = new AbortController();
  let isWorking = false;
  market.onForecasts((forecasts) => {
    if (!isWorking) return;
    matching = matching
      .then(() => matchMinute(forecasts, stopping.signal))
      .then((alerted) => (alerted > 0 ? send() : undefined))
      .catch(onMatchError);
  });
  const { deviceOf } = accounts;
  const consumerOf = (name: SendChannel): Consumer => ({
    name,
    readBacklog: async () => backlogOf(await readWaitingSends(db, name), clock.now()),
  });
  return {
    routes: [
      alertsRoutes({
        signedIn: accounts.signedIn,
        alerts: createManageAlerts({ db, listLinked, hasBot: isAvailable, clock }),
        previewAlerts: createPreviewAlerts({
          ...needs.record,
          hours: config.tradingHours,
          mayUseVip: traders.mayUseVip,
        }),
        devices: createPushDevices({ db, clock, isAllowedHost: needs.isAllowedHost, deviceOf }),
        readPushIdentity: readIdentity,
        publicUrl: config.publicUrl,
      }),
      unsubscribeRoutes({
        mail: 'alerts',
        name: 'alerts and results by mail',
        path: alertMailPaths.unsubscribe,
        tags: ['alerts'],
        unsubscribe: createUnsubscribeFromAlerts({ db, clock, secret: config.secret }),
      }),
    ],
    api: {},
    components: [
      {
        name: 'alerts',
        duty: 'work',
        start: () => {
          isWorking = true;
          matching = matchMinute([]).catch(onMatchError);
          sending.start();
        },
        stop: async () => {
          isWorking = false;
          stopping.abort();
          await Promise.all([matching, sending.stop()]);
        },
      },
    ],
    consumers: [consumerOf('push'), consumerOf('telegram')],
  };
}
