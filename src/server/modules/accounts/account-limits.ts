import type { AttemptLimit } from '#server/database/attempts.ts';
import { minuteMs } from '#domain/time.ts';

const hour = 60 * minuteMs;

/** Rate limits of account calls, counted separately for each address, user or e-mail. */
export const accountLimits = {
  loginsOfAddress: { max: 30, windowMs: 15 * minuteMs },
  registrations: { max: 10, windowMs: hour },
  challenges: { max: 60, windowMs: minuteMs },
  /** Links have 256 bits: this limit only reduces the noise of guessing. */
  links: { max: 100, windowMs: 15 * minuteMs },
  forgottenOfAddress: { max: 10, windowMs: hour },
  forgottenOfAccount: { max: 3, windowMs: hour },
  resends: { max: 1, windowMs: minuteMs },
  resendsOfHour: { max: 5, windowMs: hour },
  emailChanges: { max: 5, windowMs: hour },
  exports: { max: 5, windowMs: hour },
  /** Each one is a password guess. */
  deletions: { max: 5, windowMs: hour },
  /** Mails to the owner of an address that someone tries to register. */
  existingAccountMail: { max: 1, windowMs: hour },
} as const satisfies Record<string, AttemptLimit>;

/** Seconds until the screens offer to resend a mail. */
export const mailRetryS = 60;
