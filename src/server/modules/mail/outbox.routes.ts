import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Outbox, OutboxMail, OutboxQuery, outboxPaths } from '#contract/admin/outbox.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { type Guard, guardRoutes } from '#server/http/errors/route-errors.ts';
import type { ReadOutbox } from './read-outbox.ts';
import type { RetryMail } from './retry-mail.ts';

interface OutboxRoutesDependencies {
  /** Signed in, and an administrator. */
  readonly adminOnly: readonly Guard[];
  readonly readOutbox: ReadOutbox;
  readonly retryMail: RetryMail;
}

export const outboxRoutes =
  ({ adminOnly, readOutbox, retryMail }: OutboxRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'admin');
    guardRoutes(app, 'onRequest', ...adminOnly);

    app.get(
      outboxPaths.outbox,
      { schema: { summary: 'Mails and what became of them', querystring: OutboxQuery, response: { 200: Outbox } } },
      (request) => readOutbox(request.query),
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
      (request) => retryMail({ adminId: getUser(request).id, mailId: request.params.id }),
    );
  };
