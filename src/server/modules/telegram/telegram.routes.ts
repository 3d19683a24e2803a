import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { telegramPaths } from '#contract/paths.ts';
import { TelegramConnection, TelegramLink } from '#contract/telegram.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { type Guard, guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent, tagRoutes } from '#server/http/tag-routes.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import type { ManageLink } from './manage-link.ts';

interface TelegramRoutesDependencies {
  readonly signedIn: Guard;
  readonly link: ManageLink;
  readonly publicUrl: string;
}

/** The chat that receives a user's alerts. */
export const telegramRoutes =
  ({ signedIn, link, publicUrl }: TelegramRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'alerts');
    guardRoutes(app, 'onRequest', rejectForeignOrigin(publicUrl));
    guardRoutes(app, 'preValidation', signedIn);

    app.get(
      telegramPaths.link,
      { schema: { summary: 'My chat with the bot', response: { 200: TelegramConnection } } },
      (request) => link.read(getUser(request).id),
    );

    app.post(
      telegramPaths.link,
      {
        schema: { summary: 'A link that connects one chat, once, for ten minutes', response: { 200: TelegramLink } },
        config: { errors: ['telegram_unavailable'] },
      },
      (request) => link.create(getUser(request).id),
    );

    app.delete(
      telegramPaths.link,
      { schema: { summary: 'No more alerts by Telegram', response: { 204: z.null() } } },
      (request, reply) => noContent(reply, link.end(getUser(request).id)),
    );
  };
