/** How far an account has come, as administrators see it: the first that holds. */
export const userStates = [
  'blocked',
  'activate',
  'enter_id',
  'self_excluded',
  'check_balance',
  'top_up',
  'trade',
] as const;
export type UserState = (typeof userStates)[number];
