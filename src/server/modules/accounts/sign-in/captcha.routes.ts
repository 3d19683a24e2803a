import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountPaths } from '#contract/paths.ts';
import { CaptchaKind } from '#contract/accounts.ts';
import { apiError } from '#server/http/api-error.ts';
import { accountLimits } from '../account-limits.ts';
import { createCaller } from '../caller.ts';
import type { Accounts } from '../create-accounts.ts';

const tags = ['accounts'];

/** The robot check of the forms. */
export const captchaRoutes =
  ({ captcha, attempts }: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      accountPaths.captcha,
      { schema: { tags, summary: 'Which robot check the forms show', response: { 200: CaptchaKind } } },
      async () => ({ kind: captcha.kind, siteKey: captcha.siteKey }),
    );

    app.get(
      accountPaths.captchaChallenge,
      {
        schema: {
          tags,
          summary: 'A challenge of the self-hosted check',
          response: { 200: z.looseObject({}) },
        },
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
