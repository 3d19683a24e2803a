import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountPaths } from '#contract/paths.ts';
import { CaptchaKind } from '#contract/accounts.ts';
import { apiError } from '#server/http/api-error.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import { accountLimits } from '../account-limits.ts';
import { createCaller } from '../caller.ts';
import type { Accounts } from '../create-accounts.ts';

/** The robot check of the forms. */
export const captchaRoutes =
  ({ captcha, attempts }: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'accounts');

    app.get(
      accountPaths.captcha,
      { schema: { summary: 'Which robot check the forms show', response: { 200: CaptchaKind } } },
      async () => ({ kind: captcha.kind, siteKey: captcha.siteKey }),
    );

    app.get(
      accountPaths.captchaChallenge,
      {
        schema: { summary: 'A challenge of the self-hosted check', response: { 200: z.looseObject({}) } },
        config: { errors: ['not_found'] },
      },
      async (request) => {
        await attempts.take('challenge', createCaller(request).address, accountLimits.challenges);
        const challenge = await captcha.createChallenge();
        if (!challenge) throw apiError('not_found');
        return { ...challenge };
      },
    );
  };
