import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountPaths } from '#contract/paths.ts';
import { OwnSessions } from '#contract/accounts.ts';
import { Id } from '#contract/wire.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent, tagRoutes } from '#server/http/tag-routes.ts';
import type { Accounts } from '../create-accounts.ts';
import { getSession } from './signed-in.ts';

/** Where a user is signed in. */
export const ownSessionsRoutes =
  ({ ownSessions, signedIn, publicUrl }: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'accounts');
    guardRoutes(app, 'onRequest', rejectForeignOrigin(publicUrl));
    guardRoutes(app, 'preValidation', signedIn);

    app.get(
      accountPaths.sessions,
      { schema: { summary: 'Where I am signed in', response: { 200: OwnSessions } } },
      async (request) => ({ items: await ownSessions.list(getSession(request)) }),
    );

    app.delete(
      accountPaths.sessions,
      { schema: { summary: 'Sign out everywhere else', response: { 204: z.null() } } },
      (request, reply) => noContent(reply, ownSessions.endOthers(getSession(request))),
    );

    app.delete(
      accountPaths.session,
      {
        schema: { summary: 'Sign out there', params: z.object({ id: Id }), response: { 204: z.null() } },
        config: { errors: ['not_found'] },
      },
      (request, reply) => noContent(reply, ownSessions.end(getSession(request), request.params.id)),
    );
  };
