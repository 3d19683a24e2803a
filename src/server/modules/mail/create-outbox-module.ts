import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Outbox, OutboxMail, outboxPaths, OutboxQuery } from '#contract/admin/outbox.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type AccountsApi, getUser } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { readOutbox, retryMail } from './outbox.ts';

interface OutboxModuleDependencies {
  readonly platform: Pick<Platform, 'db' | 'clock'> & { readonly jobs: Pick<Jobs, 'send'> };
  readonly accounts: Pick<AccountsApi, 'adminOnly'>;
}

/** The mails as administrators see them. Not in the mail module, which accounts need first. */
export function createOutboxModule({ platform, accounts }: OutboxModuleDependencies): ServerModule {
  const routes: FastifyPluginAsyncZod = async (app) => {
    tagRoutes(app, 'admin');
    guardRoutes(app, 'onRequest', ...accounts.adminOnly);

    app.get(
      outboxPaths.outbox,
      { schema: { summary: 'Mails and what became of them', querystring: OutboxQuery, response: { 200: Outbox } } },
      (request) => readOutbox(platform.db, request.query),
    );

    app.post(
      outboxPaths.retry,
      {
        schema: {
          summary: 'Make the next attempt now: audited',
          params: z.object({ id: z.string() }),
          response: { 200: OutboxMail },
        },
        config: { errors: ['not_found', 'mail_not_waiting'] },
      },
      (request) => retryMail(platform, { adminId: getUser(request).id, mailId: request.params.id }),
    );
  };
  return { routes: [routes], api: {}, components: [] };
}
