import type { Clock } from '#domain/clock.ts';
import type { Config } from '../config.ts';
import { createWebPush, generatePushKeys } from '../integrations/push/web-push.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { createUnsubscribeAddressOf } from '../modules/alerts/alert-mails.ts';
import { createAlertsModule } from '../modules/alerts/create-alerts-module.ts';
import { createNotifyResults } from '../modules/alerts/notify-results.ts';
import type { UserEventListener } from '../modules/events/events.api.ts';
import type { MailApi } from '../modules/mail/mail.api.ts';
import { createTelegramModule } from '../modules/telegram/create-telegram-module.ts';
import { createListLinked } from '../modules/telegram/list-linked.ts';
import { createWebhooksModule } from '../modules/webhooks/create-webhooks-module.ts';
import { slowWebhookQueue, webhookQueue } from '../modules/webhooks/delivery-job.ts';
import { createEnqueueDeliveries } from '../modules/webhooks/enqueue-deliveries.ts';
import { createNotifyWebhooks } from '../modules/webhooks/notify-webhooks.ts';
import type { ServerModule } from '../start/server-module.ts';
import type { Outbound } from './choose-outbound.ts';

export const connectionQueues = [webhookQueue, slowWebhookQueue];

interface ListenerNeeds {
  readonly jobs: Pick<Jobs, 'sendAll'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
  readonly clock: Clock;
  readonly config: Pick<Config, 'publicUrl' | 'secret' | 'telegram'>;
}

/** What follows the events of users in their transaction. */
export function connectionListeners({ jobs, mail, clock, config }: ListenerNeeds): readonly UserEventListener[] {
  const { publicUrl, telegram } = config;
  const listLinked = createListLinked(telegram !== null);
  const unsubscribeAddressOf = createUnsubscribeAddressOf(config);
  return [
    createNotifyWebhooks(createEnqueueDeliveries(jobs)),
    createNotifyResults({ clock, publicUrl, listLinked, queueMail: mail.queueMail, unsubscribeAddressOf }),
  ];
}

type AlertNeeds = Omit<
  Parameters<typeof createAlertsModule>[0],
  'enqueueDeliveries' | 'listAlertListeners' | 'isAllowedHost' | 'push' | 'telegram'
>;
type Needs = Parameters<typeof createWebhooksModule>[0] &
  Parameters<typeof createTelegramModule>[0] &
  AlertNeeds & { readonly jobs: Pick<Jobs, 'sendAll'>; readonly outbound: Outbound };

/** The modules that connect users with devices, programs and services of their own. */
export function createConnections(needs: Needs): readonly ServerModule[] {
  const { isAllowedHost, post } = needs.outbound;
  const webhooks = createWebhooksModule(needs);
  const telegram = createTelegramModule(needs);
  const alerts = createAlertsModule({
    ...needs,
    ...webhooks.api,
    telegram: telegram.api,
    enqueueDeliveries: createEnqueueDeliveries(needs.jobs),
    isAllowedHost,
    push: { send: createWebPush(post), generateKeys: generatePushKeys },
  });
  return [webhooks, telegram, alerts];
}
