import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { webhookPaths } from '#contract/paths.ts';
import {
  CreatedWebhook,
  CreateWebhookBody,
  RotatedSecret,
  WebhookDeliveries,
  WebhookDelivery,
  Webhooks,
} from '#contract/webhooks.ts';
import { Id } from '#contract/wire.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { type Guard, guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent, tagRoutes } from '#server/http/tag-routes.ts';
import { getActivatedUser, getUser } from '#server/modules/accounts/accounts.api.ts';
import type { ManageWebhooks } from './manage-webhooks.ts';

interface WebhooksRoutesDependencies {
  readonly signedIn: Guard;
  readonly webhooks: ManageWebhooks;
  readonly publicUrl: string;
}

const params = z.object({ id: Id });

/** A user's webhooks and what was sent to them. */
export const webhooksRoutes =
  ({ signedIn, webhooks, publicUrl }: WebhooksRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'integrations');
    guardRoutes(app, 'onRequest', rejectForeignOrigin(publicUrl));
    guardRoutes(app, 'preValidation', signedIn);

    app.get(
      webhookPaths.webhooks,
      { schema: { summary: 'My webhooks, oldest first', response: { 200: Webhooks } } },
      async (request) => ({ items: await webhooks.list(getUser(request).id) }),
    );

    app.post(
      webhookPaths.webhooks,
      {
        schema: {
          summary: 'Notify an https address of my events; the answer is the only one that shows the secret',
          body: CreateWebhookBody,
          response: { 201: CreatedWebhook },
        },
        config: { errors: ['email_not_activated', 'limit_reached', 'address_not_allowed'] },
      },
      async (request, reply) => reply.code(201).send(await webhooks.create(getActivatedUser(request).id, request.body)),
    );

    app.delete(
      webhookPaths.webhook,
      { schema: { summary: 'End a webhook', params, response: { 204: z.null() } }, config: { errors: ['not_found'] } },
      (request, reply) => noContent(reply, webhooks.end(getUser(request).id, request.params.id)),
    );

    app.post(
      webhookPaths.secret,
      {
        schema: {
          summary: 'A new secret; the previous one signs as well for a day',
          params,
          response: { 200: RotatedSecret },
        },
        config: { errors: ['not_found'] },
      },
      (request) => webhooks.rotateSecret(getUser(request).id, request.params.id),
    );

    app.post(
      webhookPaths.test,
      {
        schema: { summary: 'Send the event webhook.test', params, response: { 202: WebhookDelivery } },
        config: { errors: ['not_found', 'webhook_disabled'] },
      },
      async (request, reply) => reply.code(202).send(await webhooks.test(getUser(request).id, request.params.id)),
    );

    app.get(
      webhookPaths.deliveries,
      {
        schema: { summary: 'The newest deliveries, at most 50', params, response: { 200: WebhookDeliveries } },
        config: { errors: ['not_found'] },
      },
      async (request) => ({ items: await webhooks.deliveries(getUser(request).id, request.params.id) }),
    );

    app.post(
      webhookPaths.resend,
      {
        schema: {
          summary: 'Send a delivery again, with the same id',
          params: params.extend({ deliveryId: Id }),
          response: { 202: WebhookDelivery },
        },
        config: { errors: ['not_found', 'webhook_disabled'] },
      },
      async (request, reply) => {
        const { id, deliveryId } = request.params;
        return reply.code(202).send(await webhooks.resend(getUser(request).id, id, deliveryId));
      },
    );
  };
