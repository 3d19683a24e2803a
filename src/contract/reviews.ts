import { z } from 'zod';
import { rejectionReasons, reviewLimits, reviewStatuses } from '#domain/accounts/review.ts';
import { Id, Instant } from './wire.ts';

const Rating = z.number().int().min(1).max(5);
const count = z.number().int().nonnegative();

/** Plain text, shown as text. Line breaks stay; other control characters are none that a person writes. */
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
  /** The name to show: giving it is the consent. Without one the first letter of the address stands there. */
  name: plain(reviewLimits.nameMax)
    .refine((name) => !name.includes('\n'))
    .optional(),
});
export type WriteReviewBody = z.infer<typeof WriteReviewBody>;

const written = {
  id: Id,
  rating: Rating,
  text: z.string(),
  /** What the team answered; null: nothing. */
  reply: z.string().nullable(),
  writtenAt: Instant,
  /** Settled signals of its author when it was written, void ones left out. */
  signals: count,
  firstSignalAt: Instant,
};

export const Review = z
  .object({
    ...written,
    /** As its author wants to be shown. */
    name: z.string(),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof Review>;

export const ReviewsQuery = z.object({
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(10),
});

/** Newest first; the counts are of all pages. */
export const PublishedReviews = z
  .object({
    items: z.array(Review),
    nextCursor: z.string().nullable(),
    total: count,
    /** How many gave 1, 2, 3, 4 and 5. */
    ratings: z.array(count).length(5),
    /** Null below ten reviews. */
    average: z.number().nullable(),
    /** Of the reviews that were decided on, how many were refused, and why. */
    refused: z.object({
      count,
      decided: count,
      reasons: z.array(z.object({ reason: z.enum(rejectionReasons), count })),
    }),
  })
  .meta({ id: 'PublishedReviews' });
export type PublishedReviews = z.infer<typeof PublishedReviews>;

export const OwnReview = z
  .object({
    /** The newest that the caller wrote; null: none. */
    review: z
      .object({
        ...written,
        /** As given; null: shown by the first letter of the address. */
        name: z.string().nullable(),
        shownAs: z.string(),
        status: z.enum(reviewStatuses),
        refusedFor: z.enum(rejectionReasons).nullable(),
      })
      .nullable(),
    /** Settled signals; a review needs one. */
    signals: count,
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
    /** What looks like advertising in it, as written: a hint, never a decision. */
    signs: z.array(z.string()),
  })
  .meta({ id: 'AdminReview' });
export type AdminReview = z.infer<typeof AdminReview>;

/** Pending: the oldest first; the others: the newest decision first. */
export const AdminReviews = z
  .object({
    items: z.array(AdminReview),
    nextCursor: z.string().nullable(),
    counts: z.object({ pending: count, published: count, refused: count }),
    oldestPendingAt: Instant.nullable(),
  })
  .meta({ id: 'AdminReviews' });
export type AdminReviews = z.infer<typeof AdminReviews>;

/** A refusal needs its reason; an answer of the team may come with the publication or later. */
export const DecideReviewBody = z
  .discriminatedUnion('status', [
    z.object({ status: z.literal('published'), reply: plain(reviewLimits.replyMax).nullish() }),
    z.object({ status: z.literal('refused'), reason: z.enum(rejectionReasons) }),
  ])
  .meta({ id: 'DecideReview' });
export type DecideReviewBody = z.infer<typeof DecideReviewBody>;
