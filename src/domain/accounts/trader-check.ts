/**
 * State of a check at the broker. A claim ends as confirmed, not_found or taken; a balance check as
 * verified or below_minimum, which continues for an hour in case the user is topping up. given_up:
 * the broker never responded.
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
