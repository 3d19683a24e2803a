import type { WebhookEvent } from '#domain/accounts/webhook.ts';
import type { Config } from '#server/config.ts';
import { createSealText } from '#server/crypto/seal-text.ts';
import type { PostOutbound } from '#server/integrations/outbound/outbound.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { UserEvent, UserEventListener } from '#server/modules/events/events.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import { getBacklog } from '#server/start/consumer.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createEnqueueDeliveries, type DeliveryJob, slowWebhookQueue, webhookQueue } from './enqueue-deliveries.ts';
import { createManageWebhooks } from './manage-webhooks.ts';
import { createSendDelivery } from './send-delivery.ts';
import type { EnqueueDeliveries, WebhooksApi } from './webhooks.api.ts';
import { listAlertListeners, readDueDeliveries } from './webhooks.repository.ts';
import { webhooksRoutes } from './webhooks.routes.ts';

interface WebhooksModuleDependencies {
  readonly config: Pick<Config, 'publicUrl' | 'secret'>;
  readonly platform: Platform;
  readonly accounts: Pick<AccountsApi, 'signedIn'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
  readonly outbound: { readonly post: PostOutbound; readonly isAllowedHost: (url: string) => boolean };
}

/** An attempt mostly waits for the endpoint. */
const deliveriesAtOnce = 16;
const slowDeliveriesAtOnce = 4;

/** Webhooks: their administration by users, and the worker that sends deliveries. */
export function createWebhooksModule({
  config,
  platform,
  accounts,
  mail,
  outbound,
}: WebhooksModuleDependencies): ServerModule<WebhooksApi> {
  const { db, clock, jobs, attempts, crashPoint } = platform;
  const secrets = createSealText(config, 'webhook secret');
  const { isAllowedHost, post } = outbound;
  const webhooks = createManageWebhooks({ db, jobs, attempts, secrets, isAllowedHost, clock });
  const sendDelivery = createSendDelivery({ db, jobs, post, secrets, queueMail: mail.queueMail, clock, crashPoint });
  const enqueueDeliveries = createEnqueueDeliveries(jobs);
  platform.onUserEvents(createNotifyWebhooks(enqueueDeliveries));
  const work = (queue: string, concurrency: number): Promise<void> =>
    jobs.work<DeliveryJob>(queue, (job) => sendDelivery(job, queue), { concurrency });
  const start = async (): Promise<void> => {
    await work(webhookQueue, deliveriesAtOnce);
    await work(slowWebhookQueue, slowDeliveriesAtOnce);
  };
  const readBacklog = async () => getBacklog(await readDueDeliveries(db, new Date(clock.now())), clock.now());
  return {
    routes: [webhooksRoutes({ signedIn: accounts.signedIn, webhooks, publicUrl: config.publicUrl })],
    api: { enqueueDeliveries, listAlertListeners: (userIds) => listAlertListeners(db, userIds) },
    // The worker stops with the jobs.
    components: [{ name: 'webhooks', duty: 'work', phase: 'with jobs', start, stop: () => undefined }],
    queues: [webhookQueue, slowWebhookQueue],
    consumers: [{ name: 'webhooks', readBacklog }],
  };
}

/** Signals are issued and settled with their user events, so webhooks follow those. */
export const createNotifyWebhooks =
  (enqueueDeliveries: EnqueueDeliveries): UserEventListener =>
  async ({ tx }, events, at) => {
    for (const wanted of ['signal.issued', 'signal.settled'] as const) {
      const notices = events.filter((event) => toWebhookEvent(event) === wanted);
      if (notices.length > 0) await enqueueDeliveries(tx, wanted, notices.flatMap(toNotice), at);
    }
  };

function toWebhookEvent(event: UserEvent): WebhookEvent | null {
  if (event.name === 'result') return 'signal.settled';
  // A signal is published again when it has entered.
  return event.name === 'signal' && event.data.status === 'entering' ? 'signal.issued' : null;
}

const toNotice = ({ userId, data }: UserEvent) => (data ? [{ userId, data }] : []);
