import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PageQuery } from '#contract/admin/admin.ts';
import { reviewPaths } from '#contract/paths.ts';
import {
  AdminReviews,
  AdminReviewsQuery,
  DecideReviewBody,
  PublishedReviews,
  WriteReviewBody,
  WrittenReview,
} from '#contract/reviews.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { noContent } from '#server/http/answers.ts';
import { type AccountsApi, getUser } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { decideReview, listReviews, type ReviewsContext, toPublished, writeReview } from './reviews.ts';

interface ReviewsModuleDependencies {
  readonly config: { readonly publicUrl: string };
  readonly platform: Pick<Platform, 'db' | 'clock' | 'attempts'>;
  readonly accounts: ReviewsContext['accounts'] & Pick<AccountsApi, 'signedIn' | 'adminOnly'>;
}

/** Reviews of users: written, approved by an administrator, shown. */
export function createReviewsModule({ config, platform, accounts }: ReviewsModuleDependencies): ServerModule {
  const { db, clock, attempts } = platform;
  const ctx: ReviewsContext = { db, clock, attempts, accounts };
  const { signedIn, adminOnly } = accounts;
  const sameOrigin = rejectForeignOrigin(config.publicUrl);

  const routes: FastifyPluginAsyncZod = async (app) => {
    app.get(
      reviewPaths.reviews,
      { schema: { querystring: PageQuery, response: { 200: PublishedReviews } } },
      async (request) => {
        const { items, nextCursor } = await listReviews(ctx, { ...request.query, status: 'published' });
        return { items: items.map(toPublished), nextCursor };
      },
    );

    app.post(
      reviewPaths.reviews,
      {
        schema: { body: WriteReviewBody, response: { 202: WrittenReview } },
        config: { errors: ['email_not_activated', 'forbidden', 'review_not_allowed'] },
        onRequest: [sameOrigin, signedIn],
      },
      async (request, reply) => reply.code(202).send(await writeReview(ctx, getUser(request), request.body)),
    );

    app.get(
      reviewPaths.adminReviews,
      { schema: { querystring: AdminReviewsQuery, response: { 200: AdminReviews } }, onRequest: [...adminOnly] },
      (request) => listReviews(ctx, request.query),
    );

    app.patch(
      reviewPaths.adminReview,
      {
        schema: { params: z.object({ id: z.string() }), body: DecideReviewBody, response: { 204: z.null() } },
        config: { errors: ['not_found'] },
        onRequest: [sameOrigin, ...adminOnly],
      },
      (request, reply) =>
        noContent(
          reply,
          decideReview(ctx, { adminId: getUser(request).id, reviewId: request.params.id, decision: request.body }),
        ),
    );
  };
  return { routes: [routes], api: {}, components: [] };
}
