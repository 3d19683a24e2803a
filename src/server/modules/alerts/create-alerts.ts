import type { Config } from '#server/config.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import type { Places } from '#server/integrations/places/places.ts';
import type { PushService } from '#server/integrations/push/push.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { DayStopApi } from '#server/modules/day-stop/day-stop.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { TelegramApi } from '#server/modules/telegram/telegram.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import { createSealText } from '#server/crypto/seal-text.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { Platform } from '#server/start/platform.ts';
import { createGetUnsubscribeAddress, createUnsubscribeFromAlerts } from './alert-mails.ts';
import { createManageAlerts } from './manage-alerts.ts';
import { createMatchMinute } from './match-minute.ts';
import { createMatchingQueue } from './matching-queue.ts';
import { createNotifyResults } from './notify-results.ts';
import { createPreviewAlerts } from './preview-alerts.ts';
import { createPushDevices } from './push-devices.ts';
import { createReadPushIdentity } from './push-identity.ts';
import { createSendChatMessages, createSending, createSendPushes } from './send-messages.ts';

export interface AlertsDependencies {
  readonly config: Pick<Config, 'feed' | 'payout' | 'publicUrl' | 'secret' | 'tradingHours' | 'vapid'>;
  readonly platform: Pick<
    Platform,
    'db' | 'clock' | 'marketClock' | 'scheduler' | 'onUserEvents' | 'crashPoint' | 'log'
  > & { readonly market: Pick<MarketView, 'feed' | 'onForecasts'> };
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'listUsers' | 'findDevice'>;
  readonly traders: Pick<TradersApi, 'mayReadPrices' | 'mayUseVip'>;
  readonly dayStop: Pick<DayStopApi, 'listStopped'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
  readonly telegram: TelegramApi;
  readonly record: Pick<RecordApi, 'readStatedSignals'>;
  readonly adapters: {
    readonly push: PushService;
    readonly isPushAllowed: (url: string) => boolean;
    readonly shared: { readonly places: Places };
  };
}

export type AlertsUseCases = ReturnType<typeof createAlerts>['useCases'];

/** The use cases of the routes, the matching of forecasts with rules, and the sending of alerts. */
export function createAlerts(dependencies: AlertsDependencies) {
  const { config, platform, accounts, traders, dayStop, mail, record } = dependencies;
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
  const sendPushes = createSendPushes({ db, clock, crashPoint, readIdentity, sendPush: push.send });
  const { isAvailable, sendToChat, listLinked } = dependencies.telegram;
  const sendChatMessages = createSendChatMessages({ db, clock, crashPoint, sendToChat, places: shared.places, after });
  const sending = createSending({ db, channels: [sendPushes, sendChatMessages], after, log });
  const matchMinute = createMatchMinute({
    db,
    clock,
    marketClock,
    hours: config.tradingHours,
    payout: config.payout,
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
    onError: (error) => log.error({ err: error }, 'alerts of a minute were not matched; trying again'),
  });
  return {
    useCases: {
      signedIn: accounts.signedIn,
      publicUrl,
      alerts: createManageAlerts({ db, listLinked, hasBot: isAvailable, clock }),
      previewAlerts: createPreviewAlerts({
        readStatedSignals: record.readStatedSignals,
        feed: market.feed,
        hours: config.tradingHours,
        mayUseVip: traders.mayUseVip,
      }),
      devices: createPushDevices({ db, clock, isAllowedHost: isPushAllowed, findDevice: accounts.findDevice }),
      readPushIdentity: readIdentity,
    },
    unsubscribe: createUnsubscribeFromAlerts({ db, clock, secrets: config }),
    notifyResults: createNotifyResults({ publicUrl, listLinked, queueMail: mail.queueMail, getUnsubscribeAddress }),
    matching: createMatchingQueue({ market, matchMinute, send: sending.send, log }),
    sending,
  };
}
