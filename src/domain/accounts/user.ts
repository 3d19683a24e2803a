import { minuteMs } from '#domain/time.ts';

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

/**
 * How a login session stands to the second factor: not needed, needed by the role but not set up,
 * set up but not passed, passed.
 */
export const secondFactorStates = ['off', 'missing', 'waiting', 'passed'] as const;
export type SecondFactorState = (typeof secondFactorStates)[number];

/** How long a password or a code counts as given for grave actions. */
export const confirmationMs = 10 * minuteMs;

export const recoveryCodeCount = 10;
/** Digits of a code of an authenticator app. */
export const totpDigits = 6;

/** Allowed characters of a campaign in a referral link: safe to display in any context. */
export const campaignPattern = /^[\w.~-]+$/;
export const campaignMaxLength = 64;

export const isCampaign = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= campaignMaxLength && campaignPattern.test(value);
