import { z } from 'zod';
import { rejectionReasons, reviewLimits, reviewStatuses } from '#domain/accounts/review.ts';
import { Count, Id, Instant } from './wire.ts';

const Rating = z.number().int().min(1).max(5);

/** Plain text, rendered as text. Line breaks are allowed; other control characters are rejected. */
const plain = (max: number, min = 1) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    // oxlint-disable-next-line no-control-regex
    .refine((text) => !/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(text));

export const WriteReviewBody = z.object({
  rating: Rating,
  text: plain(reviewLimits.textMax, reviewLimits.textMin),
  /**
   * Display name; giving it is the consent to show it. Without it, the first letter of the address
   * is shown.
   */
  name: plain(reviewLimits.nameMax)
    .refine((name) => !name.includes('\n'))
    .optional(),
});
export type WriteReviewBody = z.infer<typeof WriteReviewBody>;

const written = {
  id: Id,
  rating: Rating,
  text: z.string(),
  /** The team's reply; null when there is none. */
  reply: z.string().nullable(),
  writtenAt: Instant,
  /** Settled signals of the author at the time of writing, void ones excluded. */
  signals: Count,
  firstSignalAt: Instant,
};

export const Review = z
  .object({
    ...written,
    /** Display name chosen by the author. */
    name: z.string(),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof Review>;

export const ReviewsQuery = z.object({
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(10),
});

/** Newest first; the counts cover all pages. */
export const PublishedReviews = z
  .object({
    items: z.array(Review),
    nextCursor: z.string().nullable(),
    total: Count,
    /** Number of reviews with 1, 2, 3, 4 and 5 stars. */
    ratings: z.array(Count).length(5),
    /** Null below ten reviews. */
    average: z.number().nullable(),
    /** Number of rejected reviews among those decided, by reason. */
    refused: z.object({
      count: Count,
      decided: Count,
      reasons: z.array(z.object({ reason: z.enum(rejectionReasons), count: Count })),
    }),
  })
  .meta({ id: 'PublishedReviews' });
export type PublishedReviews = z.infer<typeof PublishedReviews>;

export const OwnReview = z
  .object({
    /** The caller's newest review; null when there is none. */
    review: z
      .object({
        ...written,
        /** As given by the author; null: shown as the first letter of the address. */
        name: z.string().nullable(),
        shownAs: z.string(),
        status: z.enum(reviewStatuses),
        refusedFor: z.enum(rejectionReasons).nullable(),
      })
      .nullable(),
    /** Settled signals; at least one is required for a review. */
    signals: Count,
    shownWithoutName: z.string(),
  })
  .meta({ id: 'OwnReview' });
export type OwnReview = z.infer<typeof OwnReview>;

export const AdminReviewsQuery = ReviewsQuery.extend({ status: z.enum(reviewStatuses).default('pending') });

export const AdminReview = z
  .object({
    ...written,
    email: z.string(),
    shownAs: z.string(),
    status: z.enum(reviewStatuses),
    refusedFor: z.enum(rejectionReasons).nullable(),
    decidedAt: Instant.nullable(),
    /** Passages that look like advertising, as written: a hint, never a decision. */
    signs: z.array(z.string()),
  })
  .meta({ id: 'AdminReview' });
export type AdminReview = z.infer<typeof AdminReview>;

/** Pending reviews oldest first; the others by newest decision first. */
export const AdminReviews = z
  .object({
    items: z.array(AdminReview),
    nextCursor: z.string().nullable(),
    counts: z.object({ pending: Count, published: Count, refused: Count }),
    oldestPendingAt: Instant.nullable(),
  })
  .meta({ id: 'AdminReviews' });
export type AdminReviews = z.infer<typeof AdminReviews>;

/** A rejection requires a reason; a reply of the team may be added on publication or later. */
export const DecideReviewBody = z
  .discriminatedUnion('status', [
    z.object({ status: z.literal('published'), reply: plain(reviewLimits.replyMax).nullish() }),
    z.object({ status: z.literal('refused'), reason: z.enum(rejectionReasons) }),
  ])
  .meta({ id: 'DecideReview' });
export type DecideReviewBody = z.infer<typeof DecideReviewBody>;
