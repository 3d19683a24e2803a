import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { alertPaths } from '#contract/paths.ts';
import {
  AlertSettings,
  ChangeAlertsBody,
  CreatedPushDevice,
  PushDevices,
  PushKey,
  PushSubscriptionBody,
} from '#contract/alerts.ts';
import { Id } from '#contract/wire.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent } from '#server/http/answers.ts';
import { getActivatedUser, getUser } from '#server/modules/accounts/accounts.api.ts';
import type { AlertsContext } from './alerts-context.ts';
import { changeAlerts, readAlerts } from './manage-alerts.ts';
import { addPushDevice, endPushDevice, listPushDevices } from './push-devices.ts';

/** Which forecasts alert a user, and the devices that receive the alerts. */
export const alertsRoutes =
  (ctx: AlertsContext): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'onRequest', rejectForeignOrigin(ctx.config.publicUrl));
    guardRoutes(app, 'preValidation', ctx.accounts.signedIn);

    app.get(alertPaths.alerts, { schema: { response: { 200: AlertSettings } } }, (request) =>
      readAlerts(ctx, getUser(request).id),
    );

    app.put(alertPaths.alerts, { schema: { body: ChangeAlertsBody, response: { 200: AlertSettings } } }, (request) =>
      changeAlerts(ctx, getUser(request).id, request.body),
    );

    app.get(alertPaths.pushKey, { schema: { response: { 200: PushKey } } }, async () => ({
      key: (await ctx.deliveries.readPushIdentity()).publicKey,
    }));

    app.get(alertPaths.pushSubscriptions, { schema: { response: { 200: PushDevices } } }, async (request) => ({
      items: await listPushDevices(ctx, getUser(request).id),
    }));

    app.post(
      alertPaths.pushSubscriptions,
      {
        schema: { body: PushSubscriptionBody, response: { 201: CreatedPushDevice } },
        config: { errors: ['email_not_activated', 'address_not_allowed'] },
      },
      async (request, reply) => {
        const agent = request.headers['user-agent'] ?? '';
        return reply
          .code(201)
          .send({ id: await addPushDevice(ctx, getActivatedUser(request).id, request.body, agent) });
      },
    );

    app.delete(
      alertPaths.pushSubscription,
      { schema: { params: z.object({ id: Id }), response: { 204: z.null() } }, config: { errors: ['not_found'] } },
      (request, reply) => noContent(reply, endPushDevice(ctx, getUser(request).id, request.params.id)),
    );
  };
