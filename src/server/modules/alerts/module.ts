import type { AlertSettings, ChangeAlertsBody } from '#contract/alerts.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { AlertsContext } from './alerts-context.ts';
import { alertMailRoutes, alertsRoutes } from './alerts.routes.ts';
import { changeAlerts } from './manage-alerts.ts';
import { matchingMinutes } from './match-minute.ts';
import { notifyingResults } from './notify-results.ts';
import { alertFound } from './store-alerts.ts';

export interface AlertsApi {
  changeAlerts(userId: string, wanted: ChangeAlertsBody): Promise<AlertSettings>;
}

/** Alerts: which forecasts and results concern whom, and on which channels. */
export function alertsModule(ctx: AlertsContext): ServerModule<AlertsApi> {
  const matching = matchingMinutes(ctx);
  const notifying = notifyingResults(ctx);
  ctx.signals.onFound((work, found) => alertFound(ctx, work, found));
  return {
    routes: [alertsRoutes(ctx), alertMailRoutes(ctx)],
    api: { changeAlerts: (userId, wanted) => changeAlerts(ctx, userId, wanted) },
    components: [
      {
        name: 'alerts',
        duty: 'work',
        phase: 'with jobs',
        start: () => {
          matching.start();
          notifying.start();
        },
        stop: async () => void (await Promise.all([matching.stop(), notifying.stop()])),
      },
    ],
  };
}
