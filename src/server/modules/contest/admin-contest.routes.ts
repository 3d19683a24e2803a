import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AdminContest, ChangeWinnerBody, JudgeProofBody } from '#contract/contest.ts';
import { contestPaths } from '#contract/paths.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { requestLanguage } from '#server/http/request-language.ts';
import { noContent, tagRoutes } from '#server/http/tag-routes.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import type { ContestUseCases } from './create-contest.ts';

export const adminContestRoutes =
  (contest: ContestUseCases['administration']): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'admin');
    const sameOrigin = rejectForeignOrigin(contest.publicUrl);
    const { recentlyConfirmed } = contest.accounts;
    const adminOnly = [...contest.accounts.adminOnly];

    app.get(
      contestPaths.adminContest,
      {
        schema: {
          summary: 'The contest with its progress, its winners and the screenshots to decide on',
          response: { 200: AdminContest },
        },
        config: { errors: ['contest_off'] },
        onRequest: adminOnly,
      },
      (request) => contest.readAdminContest(requestLanguage(request)),
    );

    app.post(
      contestPaths.adminDraw,
      {
        schema: { summary: 'Draw now what is due; again: nothing changes', response: { 200: AdminContest } },
        config: { errors: ['contest_off', 'draw_not_ready'] },
        onRequest: [sameOrigin, ...adminOnly, recentlyConfirmed],
      },
      async (request) => {
        await contest.drawByHand(getUser(request).id);
        return contest.readAdminContest(requestLanguage(request));
      },
    );

    app.get(
      contestPaths.adminProof,
      {
        schema: {
          summary: 'A screenshot, as it was sent',
          params: z.object({ id: z.string() }),
          response: { 200: z.any() },
        },
        config: { errors: ['not_found'] },
        onRequest: adminOnly,
      },
      async (request, reply) => {
        const { id } = request.params;
        const { image, type } = await contest.readProof(getUser(request).id, id);
        // Sent as a download and never as a page, so content other than a picture cannot run.
        return (
          reply
            .header('content-disposition', `attachment; filename="${id}.${type.slice('image/'.length)}"`)
            .header('content-security-policy', "default-src 'none'; sandbox")
            .type(type)
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Fastify sends a Buffer, which its type omits
            .serializer((body: Buffer) => body as never)
            .send(image)
        );
      },
    );

    app.patch(
      contestPaths.adminProof,
      {
        schema: {
          summary: 'Decide what a screenshot shows: once, and audited',
          params: z.object({ id: z.string() }),
          body: JudgeProofBody,
          response: { 204: z.null() },
        },
        config: { errors: ['not_found', 'contest_closed', 'proof_not_wanted'] },
        onRequest: [sameOrigin, ...adminOnly],
      },
      (request, reply) =>
        noContent(reply, contest.judgeProof(getUser(request).id, request.params.id, request.body.status)),
    );

    app.patch(
      contestPaths.adminWinner,
      {
        schema: {
          summary: 'Confirm a winner, note the payment, or pass the prize on to the next place',
          params: z.object({ rank: z.coerce.number().int().min(1).max(32_767) }),
          body: ChangeWinnerBody,
          response: { 204: z.null() },
        },
        config: { errors: ['not_found', 'winner_not_changeable'] },
        onRequest: [sameOrigin, ...adminOnly],
      },
      (request, reply) =>
        noContent(
          reply,
          contest.changeWinner({ adminId: getUser(request).id, rank: request.params.rank, ...request.body }),
        ),
    );
  };
