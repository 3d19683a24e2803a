import type { AttemptLimit } from '#server/database/attempts.ts';
import { hourMs, minuteMs } from '#domain/time.ts';

/** Rate limits of account calls, counted separately for each address, user or e-mail. */
export const accountLimits = {
  /** Failed attempts: an office and a mobile carrier share an address. */
  loginsOfAddress: { max: 30, windowMs: 15 * minuteMs },
  /** Failed attempts too, if each one brings a solved robot check. */
  solvedLoginsOfAddress: { max: 300, windowMs: 15 * minuteMs },
  /** Failed attempts of an account, whether it exists or not, before a robot check is required. */
  loginsOfAccount: { max: 3, windowMs: 15 * minuteMs },
  /** With solved checks: slowed, but never locked. */
  solvedLoginsOfAccount: { max: 2 ** 31 - 1, windowMs: 15 * minuteMs },
  /** Attempts that open no account. */
  registrations: { max: 10, windowMs: hourMs },
  openedAccounts: { max: 100, windowMs: hourMs },
  challenges: { max: 60, windowMs: minuteMs },
  /** Links have 256 bits: this limit only reduces the noise of guessing. */
  links: { max: 100, windowMs: 15 * minuteMs },
  forgottenOfAddress: { max: 10, windowMs: hourMs },
  /** Afterwards as many as leave the owner with a link that is open: a stranger must not use them up. */
  forgottenOfAccount: { max: 3, windowMs: hourMs },
  resends: { max: 1, windowMs: minuteMs },
  resendsOfHour: { max: 5, windowMs: hourMs },
  emailChanges: { max: 5, windowMs: hourMs },
  exports: { max: 5, windowMs: hourMs },
  /**
   * Before an account is deleted or its address changed. By login session: a stolen one must not use
   * up what its owner may try.
   */
  passwordsOfSession: { max: 5, windowMs: hourMs },
  /** Mails to the owner of an address that someone tries to register. */
  existingAccountMail: { max: 1, windowMs: hourMs },
} as const satisfies Record<string, AttemptLimit>;

/** Seconds until the screens offer to resend a mail. */
export const mailRetryS = 60;
