import type { Clock } from '#domain/clock.ts';
import type { Config } from '#server/config.ts';
import { backlogOf } from '#server/start/consumer.ts';
import type { CrashHook } from '#server/start/crash-points.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { Database } from '#server/database/connection.ts';
import type { PostOutbound } from '#server/integrations/outbound/outbound.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import { createSealText } from '#server/crypto/seal-text.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { type DeliveryJob, slowWebhookQueue, webhookQueue } from './delivery-job.ts';
import { createManageWebhooks } from './manage-webhooks.ts';
import { createSendDelivery } from './send-delivery.ts';
import type { WebhooksApi } from './webhooks.api.ts';
import { listAlertListeners, readDueDeliveries } from './webhooks.repository.ts';
import { webhooksRoutes } from './webhooks.routes.ts';

interface Needs {
  readonly config: Pick<Config, 'publicUrl' | 'secret'>;
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send' | 'work'>;
  readonly attempts: Pick<Attempts, 'take'>;
  readonly accounts: Pick<AccountsApi, 'signedIn'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
  readonly outbound: { readonly post: PostOutbound; readonly isAllowedHost: (url: string) => boolean };
  readonly clock: Clock;
  readonly crashPoint: CrashHook;
}

/** An attempt mostly waits for the endpoint. */
const deliveriesAtOnce = 16;
const slowDeliveriesAtOnce = 4;

/** Webhooks: their administration by users, and the worker that sends deliveries. */
export function createWebhooksModule(needs: Needs): ServerModule<WebhooksApi> {
  const { config, db, clock, jobs, accounts, outbound } = needs;
  const secrets = createSealText(config.secret, 'webhook secret');
  const { isAllowedHost, post } = outbound;
  const webhooks = createManageWebhooks({ ...needs, secrets, isAllowedHost });
  const sendDelivery = createSendDelivery({ ...needs, post, secrets, queueMail: needs.mail.queueMail });
  const work = (queue: string, concurrency: number): Promise<void> =>
    jobs.work<DeliveryJob>(queue, (job) => sendDelivery(job, queue), { concurrency });
  const start = async (): Promise<void> => {
    await work(webhookQueue, deliveriesAtOnce);
    await work(slowWebhookQueue, slowDeliveriesAtOnce);
  };
  const readBacklog = async () => backlogOf(await readDueDeliveries(db, new Date(clock.now())), clock.now());
  return {
    routes: [webhooksRoutes({ signedIn: accounts.signedIn, webhooks, publicUrl: config.publicUrl })],
    api: { listAlertListeners: (userIds) => listAlertListeners(db, userIds) },
    // The worker stops with the jobs.
    components: [{ name: 'webhooks', duty: 'work', start, stop: () => undefined }],
    consumers: [{ name: 'webhooks', readBacklog }],
  };
}
