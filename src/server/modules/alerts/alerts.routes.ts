import { alertEndpoints, alertMailEndpoints } from '#contract/alerts.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import { handleUnsubscribing, ignoreForms } from '#server/http/unsubscribe.ts';
import { getActivatedUser, getUser } from '#server/modules/accounts/accounts.api.ts';
import type { AlertsContext } from './alerts-context.ts';
import { changeAlerts, readAlerts, unsubscribeFromAlerts } from './manage-alerts.ts';
import { addPushDevice, endPushDevice, listPushDevices } from './push-devices.ts';

/** Which forecasts alert a user, and the devices that receive the alerts. */
export const alertsRoutes = (ctx: AlertsContext) =>
  serveEndpoints(alertEndpoints, ctx.accounts.guards, {
    'GET /api/alerts': (request) => readAlerts(ctx, getUser(request).id),
    'PUT /api/alerts': (request) => changeAlerts(ctx, getUser(request).id, request.body),
    'GET /api/push/key': async () => ({ key: (await ctx.deliveries.readPushIdentity()).publicKey }),
    'GET /api/push/subscriptions': async (request) => ({ items: await listPushDevices(ctx, getUser(request).id) }),
    'POST /api/push/subscriptions': async (request) => {
      const agent = request.headers['user-agent'] ?? '';
      return { id: await addPushDevice(ctx, getActivatedUser(request).id, request.body, agent) };
    },
    'DELETE /api/push/subscriptions/:id': (request) => endPushDevice(ctx, getUser(request).id, request.params.id),
  });

/** The link in alerts by mail. */
export function alertMailRoutes(ctx: AlertsContext) {
  const { open, press } = handleUnsubscribing('alerts', (token) => unsubscribeFromAlerts(ctx, token));
  return ignoreForms(
    serveEndpoints(
      alertMailEndpoints,
      {},
      {
        'GET /api/user/alert-mail/unsubscribe/:token': open,
        'POST /api/user/alert-mail/unsubscribe/:token': press,
      },
    ),
  );
}
