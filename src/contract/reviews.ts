import { z } from 'zod';
import { PageQuery, toPage } from './admin/admin.ts';
import type { Endpoints } from './endpoint.ts';
import { AnswerLang, Count, Id, Instant } from './wire.ts';

export const reviewLimits = { textMin: 20, textMax: 1_000 } as const;

export const reviewStatuses = ['pending', 'published', 'refused'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

const Rating = z.number().int().min(1).max(5);

/** Plain text, rendered as text. Line breaks are allowed; other control characters are rejected. */
const Text = z
  .string()
  .trim()
  .min(reviewLimits.textMin)
  .max(reviewLimits.textMax)
  // oxlint-disable-next-line no-control-regex
  .refine((text) => !/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(text));

export const WriteReviewBody = z.strictObject({ rating: Rating, text: Text, lang: AnswerLang });
export type WriteReviewBody = z.infer<typeof WriteReviewBody>;

const WrittenReview = z.object({ id: Id, status: z.enum(reviewStatuses) }).meta({ id: 'WrittenReview' });

export const Review = z
  .object({
    id: Id,
    rating: Rating,
    text: z.string(),
    /** The first letter of the author's address. */
    name: z.string(),
    writtenAt: Instant,
    /** Settled signals of the author at the time of writing, void ones excluded. */
    signals: Count,
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof Review>;

/** Newest first. */
export const PublishedReviews = toPage(Review).meta({ id: 'PublishedReviews' });
export type PublishedReviews = z.infer<typeof PublishedReviews>;

export const AdminReviewsQuery = PageQuery.extend({ status: z.enum(reviewStatuses).default('pending') });
export type AdminReviewsQuery = z.output<typeof AdminReviewsQuery>;

export const AdminReview = Review.extend({ email: z.string(), status: z.enum(reviewStatuses) }).meta({
  id: 'AdminReview',
});
export type AdminReview = z.infer<typeof AdminReview>;

/** Pending reviews oldest first; the others newest first. */
export const AdminReviews = toPage(AdminReview).meta({ id: 'AdminReviews' });
export type AdminReviews = z.infer<typeof AdminReviews>;

export const DecideReviewBody = z.object({ status: z.enum(['published', 'refused']) }).meta({ id: 'DecideReview' });
export type DecideReviewBody = z.infer<typeof DecideReviewBody>;

export const reviewEndpoints = {
  'GET /api/reviews': { guards: [], query: PageQuery, answer: PublishedReviews },
  'POST /api/reviews': {
    guards: ['sameOrigin', 'signedIn'],
    body: WriteReviewBody,
    answer: WrittenReview,
    status: 202,
    errors: ['email_not_activated', 'forbidden', 'review_not_allowed'],
  },
  'GET /api/admin/reviews': { guards: ['admin'], query: AdminReviewsQuery, answer: AdminReviews },
  'PATCH /api/admin/reviews/:id': {
    guards: ['sameOrigin', 'admin'],
    body: DecideReviewBody,
    errors: ['not_found'],
  },
} satisfies Endpoints;
