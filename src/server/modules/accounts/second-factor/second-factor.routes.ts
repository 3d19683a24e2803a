import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ApiErrorBody } from '#contract/api-error.ts';
import {
  ConfirmBody,
  EnrolledFactor,
  NewTotp,
  PasskeyBody,
  PasskeyOptions,
  RecoveryCodes,
  SecondFactor,
  TotpCodeBody,
} from '#contract/second-factor.ts';
import { secondFactorPaths } from '#contract/paths.ts';
import { Id } from '#contract/wire.ts';
import { rejectForeignOrigin } from '#server/http/foreign-origin.ts';
import { apiError } from '#server/http/api-error.ts';
import { createGuard, guardRoutes } from '#server/http/route-errors.ts';
import { userOf } from '../accounts.api.ts';
import { callerOf } from '../caller.ts';
import type { Accounts } from '../create-accounts.ts';
import { deviceNameOf } from '../sessions/device-of.ts';
import { sessionOf } from '../sessions/signed-in.ts';

type Needs = Pick<Accounts, 'secondFactor' | 'signedIn' | 'publicUrl'> & {
  readonly api: Pick<Accounts['api'], 'recentlyConfirmed'>;
};

const tags = ['accounts'];
/** Open to a login session that waits for its second factor. */
const config = { isBeforeSecondFactor: true };

/**
 * Only whose password was proven by a mail sets up a factor: a stranger who registered an address
 * must not lock its owner out.
 */
const provenPassword = createGuard(['password_not_proven'], async (request) => {
  if (userOf(request).passwordProvenAt === null)
    throw apiError('password_not_proven', { phrase: 'own_password_not_proven' });
});

/** The second step of signing in: what it consists of, and passing it. */
export const secondFactorRoutes =
  ({ secondFactor, signedIn, publicUrl, api: { recentlyConfirmed } }: Needs): FastifyPluginAsyncZod =>
  async (app) => {
    const { passkeys, read, enrol, confirm } = secondFactor;
    guardRoutes(app, 'onRequest', rejectForeignOrigin(publicUrl));
    guardRoutes(app, 'onRequest', signedIn);

    app.get(
      secondFactorPaths.state,
      { config, schema: { tags, summary: 'My second factors', response: { 200: SecondFactor } } },
      async (request) => {
        const { user } = sessionOf(request);
        return { state: request.secondFactor ?? 'off', ...(await read(user.id)) };
      },
    );

    app.post(
      secondFactorPaths.confirmOptions,
      {
        config,
        schema: {
          tags,
          summary: 'What a passkey of mine has to sign, within five minutes',
          response: { 200: PasskeyOptions, 404: ApiErrorBody },
        },
      },
      (request) => passkeys.optionsToConfirm(sessionOf(request)),
    );

    app.post(
      secondFactorPaths.confirm,
      {
        config,
        schema: {
          tags,
          summary: 'Pass the second step of signing in, or confirm before a grave action',
          body: ConfirmBody,
          response: { 204: z.null(), 429: ApiErrorBody, 503: ApiErrorBody },
        },
      },
      async (request, reply) => {
        await confirm(sessionOf(request), request.body);
        return reply.code(204).send(null);
      },
    );

    app.post(
      secondFactorPaths.passkeyOptions,
      {
        onRequest: [recentlyConfirmed, provenPassword],
        schema: {
          tags,
          summary: 'What a new passkey has to sign, within five minutes',
          response: { 200: PasskeyOptions, 409: ApiErrorBody },
        },
      },
      (request) => passkeys.optionsForNew(sessionOf(request)),
    );

    app.post(
      secondFactorPaths.passkeys,
      {
        onRequest: [recentlyConfirmed, provenPassword],
        schema: {
          tags,
          summary: 'Add a passkey; the first factor brings the recovery codes',
          body: PasskeyBody,
          response: { 201: EnrolledFactor, 409: ApiErrorBody },
        },
      },
      async (request, reply) => {
        const name = deviceNameOf(callerOf(request).userAgent) ?? '';
        return reply.code(201).send(await enrol.addPasskey(sessionOf(request), request.body.response, name));
      },
    );

    app.delete(
      secondFactorPaths.passkey,
      {
        onRequest: recentlyConfirmed,
        schema: {
          tags,
          summary: 'Remove a passkey',
          params: z.object({ id: Id }),
          response: { 204: z.null(), 404: ApiErrorBody },
        },
      },
      async (request, reply) => {
        await enrol.removePasskey(sessionOf(request), request.params.id);
        return reply.code(204).send(null);
      },
    );

    app.post(
      secondFactorPaths.totp,
      {
        onRequest: [recentlyConfirmed, provenPassword],
        schema: {
          tags,
          summary: 'A secret for an authenticator app',
          response: { 201: NewTotp, 409: ApiErrorBody },
        },
      },
      async (request, reply) => reply.code(201).send(await enrol.startTotp(sessionOf(request))),
    );

    app.post(
      secondFactorPaths.totpCode,
      {
        onRequest: [recentlyConfirmed, provenPassword],
        schema: {
          tags,
          summary: 'Add the authenticator app by its first code',
          body: TotpCodeBody,
          response: { 200: EnrolledFactor, 404: ApiErrorBody, 409: ApiErrorBody, 429: ApiErrorBody },
        },
      },
      (request) => enrol.addTotp(sessionOf(request), request.body.code),
    );

    app.delete(
      secondFactorPaths.totp,
      {
        onRequest: recentlyConfirmed,
        schema: {
          tags,
          summary: 'Remove the authenticator app',
          response: { 204: z.null(), 404: ApiErrorBody },
        },
      },
      async (request, reply) => {
        await enrol.removeTotp(sessionOf(request));
        return reply.code(204).send(null);
      },
    );

    app.post(
      secondFactorPaths.recoveryCodes,
      {
        onRequest: recentlyConfirmed,
        schema: {
          tags,
          summary: 'New recovery codes; the old ones open nothing',
          response: { 200: RecoveryCodes, 404: ApiErrorBody },
        },
      },
      (request) => enrol.renewRecoveryCodes(sessionOf(request)),
    );
  };
