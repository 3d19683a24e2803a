import { alertMailPaths } from '#contract/paths.ts';
import { getBacklog, type Consumer } from '#server/start/consumer.ts';
import { unsubscribeRoutes } from '#server/http/unsubscribe-routes.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { readWaitingSends, type SendChannel } from './alerts.repository.ts';
import { alertsRoutes } from './alerts.routes.ts';
import { type AlertsDependencies, createAlerts } from './create-alerts.ts';
import type { ManageAlerts } from './manage-alerts.ts';

export interface AlertsApi {
  /** As the user asks for it on the page of alerts. */
  readonly changeAlerts: ManageAlerts['change'];
}

/** Alerts: which forecasts concern whom, and their way to devices, chats and mailboxes. */
export function createAlertsModule(dependencies: AlertsDependencies): ServerModule<AlertsApi> {
  const { db, clock, onUserEvents } = dependencies.platform;
  const { useCases, unsubscribe, notifyResults, matching, sending } = createAlerts(dependencies);
  onUserEvents(notifyResults);
  const createConsumer = (name: SendChannel): Consumer => ({
    name,
    readBacklog: async () => getBacklog(await readWaitingSends(db, name), clock.now()),
  });
  return {
    routes: [
      alertsRoutes(useCases),
      unsubscribeRoutes({
        mail: 'alerts',
        name: 'alerts and results by mail',
        path: alertMailPaths.unsubscribe,
        tag: 'alerts',
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
          sending.start();
        },
        stop: async () => void (await Promise.all([matching.stop(), sending.stop()])),
      },
    ],
    consumers: [createConsumer('push'), createConsumer('telegram')],
  };
}
