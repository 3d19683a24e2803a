import { reviewLimits } from '#domain/review.ts';

/** A review that is being written. */
export interface ReviewDraft {
  readonly rating: number | null;
  readonly text: string;
  /** Null: shown by the first letter of the address. */
  readonly name: string | null;
}

export type ReviewFault = 'noRating' | 'noText' | 'noName';

/** What is missing before it can be sent. */
export function reviewFaults({ rating, text, name }: ReviewDraft): ReviewFault[] {
  const faults: ReviewFault[] = [];
  if (rating === null) faults.push('noRating');
  if (text.trim().length < reviewLimits.textMin) faults.push('noText');
  if (name !== null && name.trim() === '') faults.push('noName');
  return faults;
}
