/** Progress of an account as shown to administrators: the first state that applies. */
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
