import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Contest, Joined, ProofQuery, PublishedDrawAnswer } from '#contract/contest.ts';
import { contestPaths } from '#contract/paths.ts';
import { Id } from '#contract/wire.ts';
import { imageTypes, maxImageBytes } from '#domain/contest/contest-rules.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { apiError } from '#server/http/api-error.ts';
import { requestLanguage } from '#server/http/request-language.ts';
import { type Guard, createGuard } from '#server/http/errors/route-errors.ts';
import { getUser, type WhoCalls } from '#server/modules/accounts/accounts.api.ts';
import type { JoinContest, LeaveContest } from './join-contest.ts';
import type { ReadContest, ReadDraw } from './read-contest.ts';
import type { TakeProof } from './proofs/take-proof.ts';

interface ContestRoutesDependencies {
  readonly signedIn: Guard;
  readonly whoActs: WhoCalls;
  readonly publicUrl: string;
  readonly readContest: ReadContest;
  readonly readDraw: ReadDraw;
  readonly joinContest: JoinContest;
  readonly leaveContest: LeaveContest;
  readonly takeProof: TakeProof;
}

const tags = ['contest'];

export const contestRoutes =
  (needs: ContestRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const sameOrigin = rejectForeignOrigin(needs.publicUrl);
    const { signedIn } = needs;

    app.get(
      contestPaths.contest,
      {
        schema: {
          tags,
          summary: 'The contest: rules, state, winners; `me` for the signed-in user',
          response: { 200: Contest },
        },
        config: { errors: ['contest_off'] },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const session = await needs.whoActs(request);
        return needs.readContest(session?.user ?? null, requestLanguage(request));
      },
    );

    app.get(
      contestPaths.draw,
      {
        schema: {
          tags,
          summary: 'The draw that took place, with the whole list: everything to compute it anew',
          response: { 200: PublishedDrawAnswer },
        },
        config: { errors: ['contest_off', 'not_found'] },
      },
      () => needs.readDraw(),
    );

    app.post(
      contestPaths.join,
      {
        schema: {
          tags,
          summary: 'Take part; again: the same answer',
          response: { 200: Joined },
        },
        config: { errors: ['email_not_activated', 'contest_team_excluded', 'contest_off', 'contest_closed'] },
        onRequest: [sameOrigin, signedIn],
      },
      (request) => needs.joinContest(getUser(request)),
    );

    app.post(
      contestPaths.leave,
      {
        schema: {
          tags,
          summary: 'Take part no more, until the list is closed; again: nothing happens',
          response: { 204: z.null() },
        },
        config: { errors: ['contest_closed'] },
        onRequest: [sameOrigin, signedIn],
      },
      async (request, reply) => {
        await needs.leaveContest(getUser(request).id);
        return reply.code(204).send(null);
      },
    );

    await app.register(proofUpload({ ...needs, sameOrigin }));
  };

/** In a separate scope: only here are pictures parsed, and JSON is not. */
const proofUpload =
  ({
    signedIn,
    takeProof,
    sameOrigin,
  }: ContestRoutesDependencies & { sameOrigin: ReturnType<typeof rejectForeignOrigin> }): FastifyPluginAsyncZod =>
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
          tags,
          summary: 'Send a screenshot (the image is the body): of a trade by a signal, or as a winner',
          querystring: ProofQuery,
          response: {
            201: z.object({ id: Id }),
          },
        },
        onRequest: [sameOrigin, signedIn, rejectLargeBody],
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
