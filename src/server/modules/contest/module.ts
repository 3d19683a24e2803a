import { randomInt } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AdminContest, ChangeWinnerBody, Contest, Joined } from '#contract/contest.ts';
import { contestPaths } from '#contract/paths.ts';
import { Id } from '#contract/wire.ts';
import { imageTypes, maxImageBytes } from '#domain/contest/contest-rules.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { minuteMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import { apiError } from '#server/http/api-error.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { requestLanguage } from '#server/http/request-language.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import { noContent } from '#server/http/answers.ts';
import { type AccountsApi, getUser } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { type ContestContext, listParticipants } from './contest-context.ts';
import { changeWinner, drawWinners } from './draw-winners.ts';
import { readAdminContest, readContest } from './read-contest.ts';
import { joinContest, readScreenshot, takeScreenshot } from './take-part.ts';
import type { ServerModule } from '#server/start/server-module.ts';

interface Collaborators extends Platform {
  readonly config: Config;
  readonly accounts: AccountsApi;
  readonly mail: MailApi;
  /** Absent: of the operating system. */
  readonly randomInt?: (max: number) => number;
}

/** Counting reads every signal of every participant. */
const topCachedMs = 5 * minuteMs;

/** The contest: joining, progress, the draw and its winners. */
export function contestModule(needs: Collaborators): ServerModule {
  const { clock, db } = needs;
  const listFrequent = cacheAnswer({
    clock,
    ms: topCachedMs,
    read: () => listParticipants(ctx, db, minOutcomesForRate),
  });
  const ctx: ContestContext = { randomInt: (max) => randomInt(max), ...needs, listFrequent };
  return { routes: [contestRoutes(ctx), adminContestRoutes(ctx)], api: {}, components: [] };
}

const contestRoutes =
  (ctx: ContestContext): FastifyPluginAsyncZod =>
  async (app) => {
    const sameOrigin = rejectForeignOrigin(ctx.config.publicUrl);
    const { signedIn, whoActs } = ctx.accounts;

    app.get(
      contestPaths.contest,
      { schema: { response: { 200: Contest } }, config: { errors: ['contest_off'] } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const session = await whoActs(request);
        return readContest(ctx, session?.user ?? null, requestLanguage(request));
      },
    );

    app.post(
      contestPaths.join,
      {
        schema: { response: { 200: Joined } },
        config: { errors: ['email_not_activated', 'contest_team_excluded', 'contest_closed'] },
        onRequest: [sameOrigin, signedIn],
      },
      (request) => joinContest(ctx, getUser(request)),
    );

    // In a separate scope: only here are pictures parsed, and JSON is not.
    await app.register(async (upload: typeof app) => {
      upload.addContentTypeParser(
        [...imageTypes],
        { parseAs: 'buffer', bodyLimit: maxImageBytes },
        (_request, body, done) => done(null, body),
      );
      upload.post(
        contestPaths.screenshots,
        {
          schema: { response: { 201: z.object({ id: Id }) } },
          config: { errors: ['image_not_accepted', 'contest_off', 'screenshot_not_wanted'] },
          bodyLimit: maxImageBytes,
          onRequest: [sameOrigin, signedIn],
        },
        async (request, reply) => {
          if (!Buffer.isBuffer(request.body)) throw apiError('image_not_accepted');
          const id = await takeScreenshot(ctx, getUser(request).id, request.body);
          return reply.code(201).send({ id });
        },
      );
    });
  };

const adminContestRoutes =
  (ctx: ContestContext): FastifyPluginAsyncZod =>
  async (app) => {
    const sameOrigin = rejectForeignOrigin(ctx.config.publicUrl);
    const { adminOnly, recentlyConfirmed } = ctx.accounts;

    app.get(
      contestPaths.adminContest,
      { schema: { response: { 200: AdminContest } }, config: { errors: ['contest_off'] }, onRequest: [...adminOnly] },
      () => readAdminContest(ctx),
    );

    app.post(
      contestPaths.adminDraw,
      {
        schema: { response: { 200: AdminContest } },
        config: { errors: ['contest_off', 'draw_not_ready'] },
        onRequest: [sameOrigin, ...adminOnly],
      },
      async (request) => {
        await drawWinners(ctx, getUser(request).id);
        return readAdminContest(ctx);
      },
    );

    app.patch(
      contestPaths.adminWinner,
      {
        schema: { params: z.object({ userId: Id }), body: ChangeWinnerBody, response: { 204: z.null() } },
        config: { errors: ['contest_off', 'not_found', 'winner_not_changeable'] },
        onRequest: [sameOrigin, ...adminOnly],
      },
      (request, reply) => noContent(reply, changeWinner(ctx, getUser(request).id, request.params.userId, request.body)),
    );

    app.get(
      contestPaths.adminScreenshot,
      {
        schema: { params: z.object({ id: z.string() }), response: { 200: z.any() } },
        config: { errors: ['not_found'] },
        onRequest: [...adminOnly, recentlyConfirmed],
      },
      async (request, reply) => {
        const { id } = request.params;
        const { image, type } = await readScreenshot(ctx, getUser(request).id, id);
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
  };
