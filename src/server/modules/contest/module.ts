import type { FastifyPluginAsync } from 'fastify';
import { contestEndpoints, screenshotEndpoints } from '#contract/contest.ts';
import { imageTypes, maxImageBytes } from '#domain/contest/contest-rules.ts';
import { apiError } from '#server/http/api-error.ts';
import { requestLanguage } from '#server/http/request-language.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { type ContestContext, openContest } from './contest-context.ts';
import { changeWinner, drawWinners } from './draw-winners.ts';
import { readAdminContest, readContest } from './read-contest.ts';
import { joinContest, readScreenshot, takeScreenshot } from './take-part.ts';
import type { ServerModule } from '#server/start/server-module.ts';

/** The contest: joining, progress, the draw and its winners. */
export function contestModule(given: Parameters<typeof openContest>[0]): ServerModule {
  const ctx = openContest(given);
  return { routes: [contestRoutes(ctx), screenshotRoutes(ctx)], api: {}, components: [] };
}

const contestRoutes = (ctx: ContestContext) =>
  serveEndpoints(contestEndpoints, ctx.accounts.guards, {
    'GET /api/user/contest': async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const session = await ctx.accounts.whoActs(request);
      return readContest(ctx, session?.user ?? null, requestLanguage(request));
    },
    'POST /api/user/joinContest': (request) => joinContest(ctx, getUser(request)),
    'GET /api/admin/contest': () => readAdminContest(ctx),
    'POST /api/admin/contest/draw': async (request) => {
      await drawWinners(ctx, getUser(request).id);
      return readAdminContest(ctx);
    },
    'PATCH /api/admin/contest/winners/:userId': (request) =>
      changeWinner(ctx, getUser(request).id, request.params.userId, request.body),
    'GET /api/admin/contest/screenshots/:id': async (request, reply) => {
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
  });

/** In a separate scope: only here are pictures parsed, and JSON is not. */
const screenshotRoutes =
  (ctx: ContestContext): FastifyPluginAsync =>
  async (app) => {
    app.addContentTypeParser([...imageTypes], { parseAs: 'buffer', bodyLimit: maxImageBytes }, (_request, body, done) =>
      done(null, body),
    );
    await app.register(
      serveEndpoints(
        screenshotEndpoints,
        ctx.accounts.guards,
        {
          'POST /api/user/contest/screenshots': async (request) => {
            if (!Buffer.isBuffer(request.body)) throw apiError('image_not_accepted');
            return { id: await takeScreenshot(ctx, getUser(request).id, request.body) };
          },
        },
        { 'POST /api/user/contest/screenshots': { bodyLimit: maxImageBytes } },
      ),
    );
  };
