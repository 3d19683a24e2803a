import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { digestPaths, recapPaths } from '#contract/paths.ts';
import { RequestedMail, RequestMailBody } from '#contract/accounts.ts';
import { unsubscribeRoutes } from '#server/http/unsubscribe-routes.ts';
import type { Guard } from '#server/http/errors/route-errors.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import type { MailChoice } from './choose-mail.ts';

interface RecapRoutesDependencies {
  readonly signedIn: Guard;
  readonly choice: MailChoice;
  readonly mail: 'recap' | 'digest';
  readonly paths: typeof recapPaths | typeof digestPaths;
}

const tag = 'recap';

/** A mail that is turned on and off by its reader, and off by a link in it. */
export const mailChoiceRoutes =
  ({ signedIn, choice, mail, paths }: RecapRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, tag);
    const name = { recap: 'the daily recap', digest: 'the weekly digest' }[mail];
    const { unsubscribe } = choice;
    await app.register(unsubscribeRoutes({ mail, name, path: paths.unsubscribe, tag, unsubscribe }));

    app.get(
      paths.mail,
      {
        schema: { summary: `Whether I get ${name} by mail`, response: { 200: RequestedMail } },
        preValidation: signedIn,
      },
      async (request) => ({ isOn: await choice.read(getUser(request).id) }),
    );

    app.put(
      paths.mail,
      {
        schema: { summary: `Turn ${name} by mail on or off`, body: RequestMailBody, response: { 200: RequestedMail } },
        preValidation: signedIn,
      },
      async (request) => {
        const { isOn } = request.body;
        await choice.choose(getUser(request).id, isOn);
        return { isOn };
      },
    );
  };
