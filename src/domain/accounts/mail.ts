import { hourMs, minuteMs } from '#domain/time.ts';

/**
 * Messages to users: mails about the account, or requested (`weekly_digest`, and `signal_alert` and
 * `signal_result`, which also go by push and Telegram).
 */
export const mailKinds = [
  'activation',
  'reset',
  'account_exists',
  'session_reused',
  'password_changed',
  'id_confirmed',
  'id_not_found',
  'id_taken',
  'id_released',
  'id_available',
  'id_lapsed',
  'id_reclaimed',
  'contest_won',
  'account_deleted',
  'signal_alert',
  'signal_result',
  'weekly_digest',
  'email_change_old',
  'email_change_new',
  'email_changed',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** For how long the link of a mail is open; the mail is not sent later either. */
export const linkLifetimeMs = { activation: 24 * hourMs, reset: 10 * minuteMs, email_change: 24 * hourMs } as const;

/**
 * queued: waits for its first or next attempt; sent: accepted by the other side; kept: no mail server
 * is configured; refused: rejected permanently, because the recipient is gone (a 5xx of a mail
 * server); given_up: its time was over before an attempt succeeded.
 */
export const mailStatuses = ['queued', 'sent', 'kept', 'refused', 'given_up'] as const;
export type MailStatus = (typeof mailStatuses)[number];
