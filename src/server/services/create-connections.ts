import type { Clock } from '#domain/clock.ts';
import type { Config } from '../config.ts';
import { createWebPush, generatePushKeys } from '../integrations/push/web-push.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { createAlertsModule } from '../modules/alerts/create-alerts-module.ts';
import { createNotifyResults } from '../modules/alerts/notify-results.ts';
import type { UserEventListener } from '../modules/events/events.api.ts';
import { createWebhooksModule } from '../modules/webhooks/create-webhooks-module.ts';
import { webhookQueue } from '../modules/webhooks/delivery-job.ts';
import { createEnqueueDeliveries } from '../modules/webhooks/enqueue-deliveries.ts';
import { createNotifyWebhooks } from '../modules/webhooks/notify-webhooks.ts';
import type { ServerModule } from '../server-module.ts';
import type { Outbound } from './choose-outbound.ts';

export const connectionQueues = [webhookQueue];

interface ListenerNeeds {
  readonly jobs: Pick<Jobs, 'sendAll'>;
  readonly clock: Clock;
  readonly config: Pick<Config, 'publicUrl'>;
}

/** What follows the events of users in their transaction. */
export const connectionListeners = ({ jobs, clock, config }: ListenerNeeds): readonly UserEventListener[] => [
  createNotifyWebhooks(createEnqueueDeliveries(jobs)),
  createNotifyResults({ clock, publicUrl: config.publicUrl }),
];

type AlertNeeds = Omit<
  Parameters<typeof createAlertsModule>[0],
  'enqueueDeliveries' | 'listAlertListeners' | 'isAllowedHost' | 'push'
>;
type Needs = Parameters<typeof createWebhooksModule>[0] &
  AlertNeeds & { readonly jobs: Pick<Jobs, 'sendAll'>; readonly outbound: Outbound };

/** The modules that connect users with devices, programs and services of their own. */
export function createConnections(needs: Needs): readonly ServerModule[] {
  const { isAllowedHost, post } = needs.outbound;
  const webhooks = createWebhooksModule(needs);
  const alerts = createAlertsModule({
    ...needs,
    ...webhooks.api,
    enqueueDeliveries: createEnqueueDeliveries(needs.jobs),
    isAllowedHost,
    push: { send: createWebPush(post), generateKeys: generatePushKeys },
  });
  return [webhooks, alerts];
}
