/**
 * Limits of a review and the reasons for which an administrator may reject it. A low rating is not
 * a reason.
 */
export const reviewLimits = { textMin: 20, textMax: 1_000, nameMax: 40, replyMax: 1_000 } as const;

export const reviewStatuses = ['pending', 'published', 'refused'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

export const rejectionReasons = ['advertising', 'abuse', 'off_topic'] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** Minimum number of reviews for a meaningful average. */
export const reviewsForAverage = 10;
