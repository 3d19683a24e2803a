import type { MailKind } from '#domain/accounts/mail.ts';
import { alertDropMs, resultMailMs } from '#domain/signals/alert-rule.ts';
import { hourMs, minuteMs } from '#domain/time.ts';

/** Pauses after each failed attempt except the last. */
const pausesMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs];

export const maxAttempts = pausesMs.length + 1;

/**
 * After an attempt that may have died with its process, a final check decides; it sends nothing.
 */
const verdictAfterMs = 10 * minuteMs;

/**
 * When to check a mail again after `attempts` attempts (this one included) have begun. Milliseconds
 * UTC.
 */
export const nextAttemptTime = (attempts: number, now: number): number =>
  now + (pausesMs[attempts - 1] ?? verdictAfterMs);

/** How long the content of a mail is valid; a mail that could not be sent by then is not sent. */
const holdsMs: Readonly<Record<MailKind, number>> = {
  activation: 24 * hourMs,
  reset: 10 * minuteMs,
  account_exists: 24 * hourMs,
  session_reused: 72 * hourMs,
  password_changed: 72 * hourMs,
  id_confirmed: 24 * hourMs,
  id_not_found: 24 * hourMs,
  id_released: 72 * hourMs,
  id_available: 72 * hourMs,
  id_lapsed: 72 * hourMs,
  id_reclaimed: 72 * hourMs,
  contest_won: 48 * hourMs,
  account_deleted: 72 * hourMs,
  signal_alert: alertDropMs,
  signal_result: resultMailMs,
  weekly_digest: 72 * hourMs,
  email_change_old: 24 * hourMs,
  email_change_new: 24 * hourMs,
  email_changed: 72 * hourMs,
};

export const isTooLate = (kind: MailKind, queuedAt: number, now: number): boolean => now >= queuedAt + holdsMs[kind];
