import type { AdminReviews, DecideReviewBody } from '#contract/reviews.ts';
import { reviewPaths } from '#contract/paths.ts';
import { getJson, sendRequest } from '../request.ts';

export const getReviewQueue = (query: URLSearchParams): Promise<AdminReviews> =>
  getJson<AdminReviews>(`${reviewPaths.adminReviews}?${query}`);

export const decideReview = (id: string, decision: DecideReviewBody): Promise<void> =>
  sendRequest(reviewPaths.adminReview.replace(':id', id), { method: 'PATCH', body: decision });
