import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { alertPaths } from '#contract/paths.ts';
import {
  AlertSettings,
  ChangeAlertsBody,
  CreatedPushDevice,
  PushDevices as PushDeviceList,
  PushKey,
  PushSubscriptionBody,
} from '#contract/alerts.ts';
import { Id } from '#contract/wire.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { type Guard, guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent } from '#server/http/answers.ts';
import { getActivatedUser, getUser } from '#server/modules/accounts/accounts.api.ts';
import type { ManageAlerts } from './manage-alerts.ts';
import type { PushDevices, ReadPushIdentity } from './push-devices.ts';

interface AlertsRoutesDependencies {
  readonly signedIn: Guard;
  readonly publicUrl: string;
  readonly alerts: ManageAlerts;
  readonly devices: PushDevices;
  readonly readPushIdentity: ReadPushIdentity;
}

/** Which forecasts alert a user, and the devices that receive the alerts. */
export const alertsRoutes =
  ({ signedIn, publicUrl, alerts, devices, readPushIdentity }: AlertsRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'onRequest', rejectForeignOrigin(publicUrl));
    guardRoutes(app, 'preValidation', signedIn);

    app.get(alertPaths.alerts, { schema: { response: { 200: AlertSettings } } }, (request) =>
      alerts.read(getUser(request).id),
    );

    app.put(alertPaths.alerts, { schema: { body: ChangeAlertsBody, response: { 200: AlertSettings } } }, (request) =>
      alerts.change(getUser(request).id, request.body),
    );

    app.get(alertPaths.pushKey, { schema: { response: { 200: PushKey } } }, async () => ({
      key: (await readPushIdentity()).publicKey,
    }));

    app.get(alertPaths.pushSubscriptions, { schema: { response: { 200: PushDeviceList } } }, async (request) => ({
      items: await devices.list(getUser(request).id),
    }));

    app.post(
      alertPaths.pushSubscriptions,
      {
        schema: { body: PushSubscriptionBody, response: { 201: CreatedPushDevice } },
        config: { errors: ['email_not_activated', 'address_not_allowed'] },
      },
      async (request, reply) => {
        const agent = request.headers['user-agent'] ?? '';
        return reply.code(201).send({ id: await devices.add(getActivatedUser(request).id, request.body, agent) });
      },
    );

    app.delete(
      alertPaths.pushSubscription,
      { schema: { params: z.object({ id: Id }), response: { 204: z.null() } }, config: { errors: ['not_found'] } },
      (request, reply) => noContent(reply, devices.end(getUser(request).id, request.params.id)),
    );
  };
