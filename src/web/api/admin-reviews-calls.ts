import { AdminReviews, type DecideReviewBody } from '#contract/reviews.ts';
import { reviewPaths } from '#contract/review-paths.ts';
import { call, sendRequest } from './call.ts';

export const getReviewQueue = (query: URLSearchParams): Promise<AdminReviews> =>
  call(`${reviewPaths.adminReviews}?${query}`, AdminReviews);

export const decideReview = (id: string, decision: DecideReviewBody): Promise<void> =>
  sendRequest(reviewPaths.adminReview.replace(':id', id), { method: 'PATCH', body: decision });
