export const reviewLimits = { textMin: 20, textMax: 1_000 } as const;

export const reviewStatuses = ['pending', 'published', 'refused'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];
