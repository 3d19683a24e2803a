import { alertMailPaths } from '#contract/paths.ts';
import type { Config } from '#server/config.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import { getBacklog, type Consumer } from '#server/start/consumer.ts';
import { unsubscribeRoutes } from '#server/http/unsubscribe-routes.ts';
import type { PushService } from '#server/integrations/push/push.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { LimitsApi } from '#server/modules/limits/limits.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { TelegramApi } from '#server/modules/telegram/telegram.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { WebhooksApi } from '#server/modules/webhooks/webhooks.api.ts';
import { createSealText } from '#server/crypto/seal-text.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createGetUnsubscribeAddress, createUnsubscribeFromAlerts } from './alert-mails.ts';
import { readWaitingSends, type SendChannel } from './alerts.repository.ts';
import { alertsRoutes } from './alerts.routes.ts';
import { createManageAlerts, type ManageAlerts } from './manage-alerts.ts';
import { createMatchMinute } from './match-minute.ts';
import { createMatchingQueue } from './matching-queue.ts';
import { createNotifyResults } from './notify-results.ts';
import { createPreviewAlerts } from './preview-alerts.ts';
import { createPushDevices } from './push-devices.ts';
import { createReadPushIdentity } from './push-identity.ts';
import { createSendChatMessages, createSending, createSendPushes } from './send-messages.ts';

interface AlertsModuleDependencies {
  readonly config: Pick<
    Config,
    'feed' | 'payout' | 'publicUrl' | 'secret' | 'previousSecret' | 'tradingHours' | 'vapid'
  >;
  readonly platform: Pick<
    Platform,
    'db' | 'clock' | 'marketClock' | 'scheduler' | 'onUserEvents' | 'crashPoint' | 'log'
  > & { readonly market: Pick<MarketView, 'feed' | 'onForecasts'> };
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'listUsers' | 'findDevice'>;
  readonly traders: Pick<TradersApi, 'mayReadPrices' | 'mayUseVip'>;
  readonly limits: Pick<LimitsApi, 'listStopped'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
  readonly telegram: TelegramApi;
  readonly record: Pick<RecordApi, 'readStatedSignals'>;
  readonly webhooks: WebhooksApi;
  readonly adapters: {
    readonly outbound: { readonly isAllowedHost: (url: string) => boolean };
    readonly push: PushService;
  };
}

export interface AlertsApi {
  /** As the user asks for it on the page of alerts. */
  readonly changeAlerts: ManageAlerts['change'];
}

/** Alerts: which forecasts concern whom, and their way to devices, mailboxes and webhooks. */
export function createAlertsModule(dependencies: AlertsModuleDependencies): ServerModule<AlertsApi> {
  const { config, platform, accounts, traders, limits, mail, webhooks } = dependencies;
  const { outbound, push } = dependencies.adapters;
  const { db, clock, marketClock, market, crashPoint, log } = platform;
  const { after } = platform.scheduler;
  const { publicUrl } = config;
  const getUnsubscribeAddress = createGetUnsubscribeAddress({ publicUrl, secrets: config });
  const seal = createSealText(config, 'push key');
  const readIdentity = createReadPushIdentity({
    db,
    clock,
    vapid: config.vapid,
    seal,
    generateKeys: push.generateKeys,
  });
  const sendPushes = createSendPushes({ db, clock, crashPoint, readIdentity, sendPush: push.send });
  const { isAvailable, sendToChat, listLinked } = dependencies.telegram;
  platform.onUserEvents(
    createNotifyResults({ publicUrl, listLinked, queueMail: mail.queueMail, getUnsubscribeAddress }),
  );
  const sendChatMessages = createSendChatMessages({ db, clock, crashPoint, sendToChat });
  const sending = createSending({ db, channels: [sendPushes, sendChatMessages], after, log });
  const matchMinute = createMatchMinute({
    db,
    clock,
    marketClock,
    hours: config.tradingHours,
    payout: config.payout,
    speed: getMarketSpeed(config.feed),
    publicUrl,
    enqueueDeliveries: webhooks.enqueueDeliveries,
    listAlertListeners: webhooks.listAlertListeners,
    listUsers: accounts.listUsers,
    mayTrade: traders.mayReadPrices,
    mayUseVip: traders.mayUseVip,
    listStopped: limits.listStopped,
    queueMail: mail.queueMail,
    listLinked,
    getUnsubscribeAddress,
    after,
    onError: (error) => log.error({ err: error }, 'alerts of a minute were not matched; trying again'),
  });
  const matching = createMatchingQueue({ market, matchMinute, send: sending.send, log });
  const alerts = createManageAlerts({ db, listLinked, hasBot: isAvailable, clock });
  const { findDevice } = accounts;
  const createConsumer = (name: SendChannel): Consumer => ({
    name,
    readBacklog: async () => getBacklog(await readWaitingSends(db, name), clock.now()),
  });
  return {
    routes: [
      alertsRoutes({
        signedIn: accounts.signedIn,
        alerts,
        previewAlerts: createPreviewAlerts({
          readStatedSignals: dependencies.record.readStatedSignals,
          feed: market.feed,
          hours: config.tradingHours,
          mayUseVip: traders.mayUseVip,
        }),
        devices: createPushDevices({ db, clock, isAllowedHost: outbound.isAllowedHost, findDevice }),
        readPushIdentity: readIdentity,
        publicUrl,
      }),
      unsubscribeRoutes({
        mail: 'alerts',
        name: 'alerts and results by mail',
        path: alertMailPaths.unsubscribe,
        tags: ['alerts'],
        unsubscribe: createUnsubscribeFromAlerts({ db, clock, secrets: config }),
      }),
    ],
    api: { changeAlerts: alerts.change },
    components: [
      {
        name: 'alerts',
        duty: 'work',
        phase: 'with jobs',
        start: () => {
          matching.start();
          sending.start();
        },
        stop: async () => void (await Promise.all([matching.stop(), sending.stop()])),
      },
    ],
    consumers: [createConsumer('push'), createConsumer('telegram')],
  };
}
