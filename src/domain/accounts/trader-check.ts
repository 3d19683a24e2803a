/**
 * Where a check at the broker stands. A claim ends as confirmed, not_found or taken; a check of the balance as verified
 * or below_minimum, which goes on for an hour, as a person may be topping up. given_up: the broker never answered.
 */
export const traderCheckStates = [
  'checking',
  'confirmed',
  'not_found',
  'taken',
  'verified',
  'below_minimum',
  'given_up',
] as const;
