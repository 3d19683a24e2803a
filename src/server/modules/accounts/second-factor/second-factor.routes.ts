import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ConfirmBody, NewTotp, RecoveryCodes, SecondFactor, TotpCodeBody } from '#contract/second-factor.ts';
import { secondFactorPaths } from '#contract/paths.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { apiError } from '#server/http/api-error.ts';
import { createGuard, guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent, tagRoutes } from '#server/http/tag-routes.ts';
import { getUser } from '../accounts.api.ts';
import type { Accounts } from '../create-accounts.ts';
import { getSession } from '../sessions/signed-in.ts';

/**
 * Only whose password was proven by a mail sets up a factor: a stranger who registered an address
 * must not lock its owner out.
 */
const provenPassword = createGuard(['password_not_proven'], async (request) => {
  if (getUser(request).passwordProvenAt === null)
    throw apiError('password_not_proven', { phrase: 'own_password_not_proven' });
});

/** The second step of signing in: what it consists of, and passing it. */
export const secondFactorRoutes =
  ({ secondFactor, signedIn, signedInOrWaiting, publicUrl, api }: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'accounts');
    const { read, confirm, startTotp, addTotp, removeTotp, renewRecoveryCodes } = secondFactor;
    guardRoutes(app, 'onRequest', rejectForeignOrigin(publicUrl));

    app.get(
      secondFactorPaths.state,
      { onRequest: signedInOrWaiting, schema: { summary: 'My second factors', response: { 200: SecondFactor } } },
      async (request) => {
        const { user } = getSession(request);
        return { state: request.secondFactor ?? 'off', ...(await read(user.id)) };
      },
    );

    app.post(
      secondFactorPaths.confirm,
      {
        onRequest: signedInOrWaiting,
        config: { errors: ['wrong_password', 'second_factor_failed', 'overloaded'] },
        schema: {
          summary: 'Pass the second step of signing in, or confirm before a grave action',
          body: ConfirmBody,
          response: { 204: z.null() },
        },
      },
      (request, reply) => noContent(reply, confirm(getSession(request), request.body)),
    );

    app.post(
      secondFactorPaths.totp,
      {
        config: { errors: ['limit_reached'] },
        onRequest: [signedIn, api.recentlyConfirmed, provenPassword],
        schema: { summary: 'A secret for an authenticator app', response: { 201: NewTotp } },
      },
      async (request, reply) => reply.code(201).send(await startTotp(getSession(request))),
    );

    app.post(
      secondFactorPaths.totpCode,
      {
        config: { errors: ['second_factor_failed', 'not_found'] },
        onRequest: [signedIn, api.recentlyConfirmed, provenPassword],
        schema: {
          summary: 'Add the authenticator app by its first code',
          body: TotpCodeBody,
          response: { 200: RecoveryCodes },
        },
      },
      (request) => addTotp(getSession(request), request.body.code),
    );

    app.delete(
      secondFactorPaths.totp,
      {
        config: { errors: ['not_found'] },
        onRequest: [signedIn, api.recentlyConfirmed],
        schema: { summary: 'Remove the authenticator app', response: { 204: z.null() } },
      },
      (request, reply) => noContent(reply, removeTotp(getSession(request))),
    );

    app.post(
      secondFactorPaths.recoveryCodes,
      {
        config: { errors: ['not_found'] },
        onRequest: [signedIn, api.recentlyConfirmed],
        schema: { summary: 'New recovery codes; the old ones open nothing', response: { 200: RecoveryCodes } },
      },
      (request) => renewRecoveryCodes(getSession(request)),
    );
  };
