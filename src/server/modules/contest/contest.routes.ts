import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Contest, Joined, ProofQuery, PublishedDrawAnswer } from '#contract/contest.ts';
import { contestPaths } from '#contract/paths.ts';
import { Id } from '#contract/wire.ts';
import { imageTypes, maxImageBytes } from '#domain/contest/contest-rules.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { apiError } from '#server/http/api-error.ts';
import { requestLanguage } from '#server/http/request-language.ts';
import { createGuard } from '#server/http/errors/route-errors.ts';
import { noContent, tagRoutes } from '#server/http/tag-routes.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import type { ContestUseCases } from './create-contest.ts';

export const contestRoutes =
  (contest: ContestUseCases['participation']): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'contest');
    const sameOrigin = rejectForeignOrigin(contest.publicUrl);
    const { signedIn } = contest.accounts;

    app.get(
      contestPaths.contest,
      {
        schema: {
          summary: 'The contest: rules, state, winners; `me` for the signed-in user',
          response: { 200: Contest },
        },
        config: { errors: ['contest_off'] },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const session = await contest.accounts.whoActs(request);
        return contest.readContest(session?.user ?? null, requestLanguage(request));
      },
    );

    app.get(
      contestPaths.draw,
      {
        schema: {
          summary: 'The draw that took place, with the whole list: everything needed to recompute it',
          response: { 200: PublishedDrawAnswer },
        },
        config: { errors: ['contest_off', 'not_found'] },
      },
      () => contest.readDraw(),
    );

    app.post(
      contestPaths.join,
      {
        schema: { summary: 'Take part; again: the same answer', response: { 200: Joined } },
        config: { errors: ['email_not_activated', 'contest_team_excluded', 'contest_off', 'contest_closed'] },
        onRequest: [sameOrigin, signedIn],
      },
      (request) => contest.joinContest(getUser(request)),
    );

    app.post(
      contestPaths.leave,
      {
        schema: {
          summary: 'Take part no more, until the list is closed; again: nothing happens',
          response: { 204: z.null() },
        },
        config: { errors: ['contest_closed'] },
        onRequest: [sameOrigin, signedIn],
      },
      (request, reply) => noContent(reply, contest.leaveContest(getUser(request).id)),
    );

    await app.register(proofUpload(contest));
  };

/** In a separate scope: only here are pictures parsed, and JSON is not. */
const proofUpload =
  ({ accounts, publicUrl, takeProof }: ContestUseCases['participation']): FastifyPluginAsyncZod =>
  async (app) => {
    app.addContentTypeParser([...imageTypes], { parseAs: 'buffer', bodyLimit: maxImageBytes }, (_request, body, done) =>
      done(null, body),
    );

    app.post(
      contestPaths.proofs,
      {
        config: { errors: ['signal_not_found', 'contest_closed', 'proof_not_wanted'] },
        bodyLimit: maxImageBytes,
        schema: {
          summary: 'Send a screenshot (the image is the body): of a trade by a signal, or as a winner',
          querystring: ProofQuery,
          response: { 201: z.object({ id: Id }) },
        },
        onRequest: [rejectForeignOrigin(publicUrl), accounts.signedIn, rejectLargeBody],
      },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) throw apiError('image_not_accepted');
        const { signalId } = request.query;
        const id = await takeProof({ userId: getUser(request).id, signalId, image: request.body });
        return reply.code(201).send({ id });
      },
    );
  };

/** Checked before the picture is read. */
const rejectLargeBody = createGuard(['image_not_accepted'], async ({ headers }) => {
  if (Number(headers['content-length'] ?? 0) > maxImageBytes) throw apiError('image_not_accepted');
});
