import type { Jobs } from '../jobs/jobs.ts';
import type { UserEventListener } from '../modules/events/events.api.ts';
import { createWebhooksModule } from '../modules/webhooks/create-webhooks-module.ts';
import { webhookQueue } from '../modules/webhooks/delivery-job.ts';
import { createEnqueueDeliveries } from '../modules/webhooks/enqueue-deliveries.ts';
import { createNotifyWebhooks } from '../modules/webhooks/notify-webhooks.ts';
import type { ServerModule } from '../server-module.ts';

export const connectionQueues = [webhookQueue];

/** What follows the events of users in their transaction. */
export const connectionListeners = (jobs: Pick<Jobs, 'sendAll'>): readonly UserEventListener[] => [
  createNotifyWebhooks(createEnqueueDeliveries(jobs)),
];

type Needs = Parameters<typeof createWebhooksModule>[0];

/** The modules that connect users with programs and services of their own. */
export const createConnections = (needs: Needs): readonly ServerModule[] => [createWebhooksModule(needs)];
