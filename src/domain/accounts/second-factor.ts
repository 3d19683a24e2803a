import { minuteMs } from '../time.ts';

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
