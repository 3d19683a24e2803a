import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { keyPaths } from '#contract/paths.ts';
import { ApiKeys as ApiKeyList, CreatedKey, CreateKeyBody } from '#contract/keys.ts';
import { Id } from '#contract/wire.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent, tagRoutes } from '#server/http/tag-routes.ts';
import { getActivatedUser, getUser } from '../accounts.api.ts';
import type { Accounts } from '../create-accounts.ts';

/** A user's API keys; no key opens these calls. */
export const apiKeysRoutes =
  ({ apiKeys, signedIn, publicUrl }: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'integrations');
    guardRoutes(app, 'onRequest', rejectForeignOrigin(publicUrl));
    guardRoutes(app, 'preValidation', signedIn);

    app.get(
      keyPaths.keys,
      { schema: { summary: 'My API keys, oldest first', response: { 200: ApiKeyList } } },
      async (request) => ({ items: await apiKeys.list(getUser(request).id) }),
    );

    app.post(
      keyPaths.keys,
      {
        schema: {
          summary: 'Create an API key; the answer is the only one that shows it',
          body: CreateKeyBody,
          response: { 201: CreatedKey },
        },
        config: { errors: ['email_not_activated', 'limit_reached', 'expiry_in_the_past'] },
      },
      async (request, reply) => reply.code(201).send(await apiKeys.create(getActivatedUser(request).id, request.body)),
    );

    app.delete(
      keyPaths.key,
      {
        schema: { summary: 'End an API key at once', params: z.object({ id: Id }), response: { 204: z.null() } },
        config: { errors: ['not_found'] },
      },
      (request, reply) => noContent(reply, apiKeys.end(getUser(request).id, request.params.id)),
    );
  };
