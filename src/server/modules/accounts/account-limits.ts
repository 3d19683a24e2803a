import type { AttemptLimit } from '#server/database/attempts.ts';
import { minuteMs } from '#domain/time.ts';

const hour = 60 * minuteMs;

/** How often an account call may be made: each address, user or e-mail by itself. */
export const accountLimits = {
  loginsOfAddress: { max: 30, windowMs: 15 * minuteMs },
  registrations: { max: 10, windowMs: hour },
  challenges: { max: 60, windowMs: minuteMs },
  /** Links are 256 bits: this only keeps guessing quiet. */
  links: { max: 100, windowMs: 15 * minuteMs },
  forgottenOfAddress: { max: 10, windowMs: hour },
  forgottenOfAccount: { max: 3, windowMs: hour },
  resends: { max: 1, windowMs: minuteMs },
  resendsOfHour: { max: 5, windowMs: hour },
  emailChanges: { max: 5, windowMs: hour },
  exports: { max: 5, windowMs: hour },
  /** Each is a guess at the password. */
  deletions: { max: 5, windowMs: hour },
  /** Told to the owner of an address that somebody tries to register. */
  existingAccountMail: { max: 1, windowMs: hour },
} as const satisfies Record<string, AttemptLimit>;

/** Seconds until the screens offer to send a mail again. */
export const mailRetryS = 60;
