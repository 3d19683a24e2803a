/** Of a review: what a person may write and why an administrator may refuse it. A low rating is no reason. */
export const reviewLimits = { textMin: 20, textMax: 1_000, nameMax: 40, replyMax: 1_000 } as const;

export const reviewStatuses = ['pending', 'published', 'refused'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

export const rejectionReasons = ['advertising', 'abuse', 'off_topic'] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** Below so many reviews their average says nothing. */
export const reviewsForAverage = 10;
