import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  AdminReviews,
  AdminReviewsQuery,
  DecideReviewBody,
  OwnReview,
  PublishedReviews,
  ReviewsQuery,
  WriteReviewBody,
} from '#contract/reviews.ts';
import { reviewPaths } from '#contract/paths.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import type { Guard } from '#server/http/errors/route-errors.ts';
import { noContent, tagRoutes } from '#server/http/tag-routes.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import type { DecideReview } from './decide-review.ts';
import type { ListReviewsForAdmin } from './list-for-admin.ts';
import type { ListPublished } from './list-published.ts';
import type { ReadOwnReview, WriteReview } from './write-review.ts';

interface ReviewsRoutesDependencies {
  readonly signedIn: Guard;
  /** Signed in, and an administrator. */
  readonly adminOnly: readonly Guard[];
  readonly publicUrl: string;
  readonly listPublished: ListPublished;
  readonly writeReview: WriteReview;
  readonly readOwnReview: ReadOwnReview;
  readonly listForAdmin: ListReviewsForAdmin;
  readonly decideReview: DecideReview;
}

export const reviewsRoutes =
  (needs: ReviewsRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'reviews');
    const sameOrigin = rejectForeignOrigin(needs.publicUrl);
    const { signedIn, adminOnly } = needs;

    app.get(
      reviewPaths.reviews,
      {
        schema: {
          summary: 'Published reviews, the newest first',
          querystring: ReviewsQuery,
          response: { 200: PublishedReviews },
        },
      },
      (request) => needs.listPublished(request.query),
    );

    app.post(
      reviewPaths.reviews,
      {
        schema: {
          summary: 'Write a review, or a new text of it: shown once an administrator has approved it',
          body: WriteReviewBody,
          response: { 202: OwnReview },
        },
        config: { errors: ['email_not_activated', 'forbidden', 'review_not_allowed'] },
        onRequest: [sameOrigin, signedIn],
      },
      async (request, reply) => reply.code(202).send(await needs.writeReview(getUser(request), request.body)),
    );

    app.get(
      reviewPaths.own,
      { schema: { summary: 'The own review and its state', response: { 200: OwnReview } }, onRequest: signedIn },
      (request) => needs.readOwnReview(getUser(request)),
    );

    app.get(
      reviewPaths.adminReviews,
      {
        schema: {
          tags: ['admin'],
          summary: 'Reviews to decide on, and those that were decided',
          querystring: AdminReviewsQuery,
          response: { 200: AdminReviews },
        },
        onRequest: [...adminOnly],
      },
      (request) => needs.listForAdmin(request.query),
    );

    app.patch(
      reviewPaths.adminReview,
      {
        schema: {
          tags: ['admin'],
          summary: 'Publish or refuse a review: audited; its author is notified',
          params: z.object({ id: z.string() }),
          body: DecideReviewBody,
          response: { 204: z.null() },
        },
        config: { errors: ['not_found'] },
        onRequest: [sameOrigin, ...adminOnly],
      },
      (request, reply) => noContent(reply, needs.decideReview(getUser(request).id, request.params.id, request.body)),
    );
  };
