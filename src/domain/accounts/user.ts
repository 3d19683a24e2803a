export const roles = ['user', 'admin'] as const;

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

/** The tours of the tutorial that an account remembers as closed. */
export const tourNames = ['main', 'manual', 'explain'] as const;
export type TourName = (typeof tourNames)[number];
