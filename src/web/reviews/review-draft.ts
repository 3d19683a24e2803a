import { reviewLimits } from '#domain/accounts/review.ts';

export interface ReviewDraft {
  readonly rating: number | null;
  readonly text: string;
  /** Null: shown as the first letter of the e-mail address. */
  readonly name: string | null;
}

export type ReviewError = 'noRating' | 'noText' | 'noName';

/** Missing fields before the review can be sent. */
export function reviewErrors({ rating, text, name }: ReviewDraft): ReviewError[] {
  const errors: ReviewError[] = [];
  if (rating === null) errors.push('noRating');
  if (text.trim().length < reviewLimits.textMin) errors.push('noText');
  if (name !== null && name.trim() === '') errors.push('noName');
  return errors;
}
