import type { Config } from '#server/config.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import type { Places } from '#server/integrations/places/places.ts';
import type { PushService } from '#server/integrations/push/push.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { DayStopApi } from '#server/modules/day-stop/day-stop.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { PayoutsApi } from '#server/modules/payouts/payouts.api.ts';
import type { TelegramApi } from '#server/modules/telegram/telegram.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import { createSealText } from '#server/crypto/seal-text.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { Platform } from '#server/start/platform.ts';
import { createAlertingFound } from './alert-found.ts';
import { createGetUnsubscribeAddress, createUnsubscribeFromAlerts } from './alert-mails.ts';
import { createManageAlerts, type ManageAlerts } from './manage-alerts.ts';
import { createMatchingQueue, createMatchMinute } from './match-minute.ts';
import { createNotifying, createNotifyResults } from './notify-results.ts';
import { createPushDevices, createReadPushIdentity } from './push-devices.ts';
import { createSendChatMessages, createSending, createSendPushes } from './send-messages.ts';
import { alertMailPaths } from '#contract/paths.ts';
import { getBacklog, type Consumer, type ServerModule } from '#server/start/server-module.ts';
import { unsubscribeRoutes } from '#server/http/unsubscribe-routes.ts';
import { readWaitingSends, type SendChannel } from './alerts.repository.ts';
import { alertsRoutes } from './alerts.routes.ts';

export interface AlertsApi {
  /** As the user asks for it on the page of alerts. */
  readonly changeAlerts: ManageAlerts['change'];
}

interface AlertsDependencies {
  readonly config: Pick<Config, 'feed' | 'publicUrl' | 'secret' | 'tradingHours' | 'vapid'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'marketClock' | 'scheduler' | 'crashPoint' | 'log'> & {
    readonly market: Pick<MarketView, 'onForecasts'>;
  };
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'listUsers' | 'findDevice'>;
  readonly traders: Pick<TradersApi, 'mayReadPrices' | 'mayUseVip'>;
  readonly dayStop: Pick<DayStopApi, 'listStopped'>;
  readonly signals: Pick<SignalsApi, 'onFound'>;
  readonly payouts: Pick<PayoutsApi, 'listPayouts'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
  readonly telegram: TelegramApi;
  readonly adapters: {
    readonly push: PushService;
    readonly isPushAllowed: (url: string) => boolean;
    readonly shared: { readonly places: Places };
  };
}

/** Alerts: which forecasts concern whom, and their way to devices, chats and mailboxes. */
export function createAlertsModule(dependencies: AlertsDependencies): ServerModule<AlertsApi> {
  const { db, clock } = dependencies.platform;
  const { useCases, unsubscribe, matching, alertingFound, notifying, sending } = createAlerts(dependencies);
  const createConsumer = (name: SendChannel): Consumer => ({
    name,
    readBacklog: async () => getBacklog(await readWaitingSends(db, name), clock.now()),
  });
  return {
    routes: [
      alertsRoutes(useCases),
      unsubscribeRoutes({
        mail: 'alerts',
        path: alertMailPaths.unsubscribe,
        unsubscribe,
      }),
    ],
    api: { changeAlerts: useCases.alerts.change },
    components: [
      {
        name: 'alerts',
        duty: 'work',
        phase: 'with jobs',
        start: () => {
          matching.start();
          notifying.start();
          sending.start();
        },
        stop: async () =>
          void (await Promise.all([matching.stop(), alertingFound.stop(), notifying.stop(), sending.stop()])),
      },
    ],
    consumers: [createConsumer('push'), createConsumer('telegram')],
  };
}

/** The use cases of the routes, the matching of forecasts with rules, and the sending of alerts. */
function createAlerts(dependencies: AlertsDependencies) {
  const { config, platform, accounts, traders, dayStop, mail } = dependencies;
  const { push, isPushAllowed, shared } = dependencies.adapters;
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
  const sendPushes = createSendPushes({ db, clock, crashPoint, readIdentity, sendPush: push.send, log });
  const { isAvailable, sendToChat, listLinked } = dependencies.telegram;
  const sendChatMessages = createSendChatMessages({
    db,
    clock,
    crashPoint,
    sendToChat,
    places: shared.places,
    after,
    log,
  });
  const sending = createSending({ db, channels: [sendPushes, sendChatMessages], after, log });
  const matchMinute = createMatchMinute({
    db,
    clock,
    marketClock,
    hours: config.tradingHours,
    listPayouts: dependencies.payouts.listPayouts,
    speed: getMarketSpeed(config.feed),
    publicUrl,
    listUsers: accounts.listUsers,
    mayTrade: traders.mayReadPrices,
    mayUseVip: traders.mayUseVip,
    listStopped: dayStop.listStopped,
    queueMail: mail.queueMail,
    listLinked,
    getUnsubscribeAddress,
    after,
    onError: (error, userIds) =>
      log.error({ err: error, userIds: userIds.slice(0, 10) }, 'alerts of a minute were not matched; trying again'),
  });
  const { queueMail } = mail;
  const notifyResults = createNotifyResults({
    db,
    clock,
    publicUrl,
    listLinked,
    queueMail,
    getUnsubscribeAddress,
    log,
  });
  return {
    useCases: {
      signedIn: accounts.signedIn,
      publicUrl,
      alerts: createManageAlerts({ db, hasBot: isAvailable, clock }),
      devices: createPushDevices({ db, clock, isAllowedHost: isPushAllowed, findDevice: accounts.findDevice }),
      readPushIdentity: readIdentity,
    },
    unsubscribe: createUnsubscribeFromAlerts({ db, clock, secrets: config }),
    notifying: createNotifying({ notifyResults, after, log }),
    alertingFound: createAlertingFound({
      db,
      clock,
      marketClock,
      publicUrl,
      listLinked,
      log,
      speed: getMarketSpeed(config.feed),
      listUsers: accounts.listUsers,
      signals: dependencies.signals,
    }),
    matching: createMatchingQueue({ market, matchMinute, send: sending.send, log }),
    sending,
  };
}
