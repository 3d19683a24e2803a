import type { Language } from '#domain/language.ts';
import type { MailKind, MailStatus } from '#domain/accounts/mail.ts';
import type { RejectionReason } from '#domain/accounts/review.ts';
import type { Database, Transaction } from '#server/database/connection.ts';

/** A mail to be written in the transaction of what it tells. */
export type NewMail = {
  readonly userId: string;
  readonly to: string;
  readonly lang: Language;
} & MailContent;

export type MailContent =
  /** `link` is the whole address that the button opens, begun with PUBLIC_URL. */
  | { readonly kind: 'activation'; readonly link: string }
  | { readonly kind: 'reset'; readonly link: string }
  /** Somebody tried to register an address that has an account. */
  | { readonly kind: 'account_exists' }
  /** A spent refresh token came back: a session was ended. */
  | { readonly kind: 'session_reused'; readonly at: string; readonly device: string | null }
  | { readonly kind: 'password_changed'; readonly at: string }
  /** The check of a broker id that went on by itself has ended. */
  | { readonly kind: 'id_confirmed'; readonly traderId: string }
  | { readonly kind: 'id_not_found'; readonly traderId: string }
  /** An administrator took the broker id off the account. */
  | { readonly kind: 'id_released'; readonly traderId: string }
  /** The id, which was refused to this user as taken, was released. */
  | { readonly kind: 'id_available'; readonly traderId: string }
  /** Somebody else claimed the id after a year without a signal. */
  | { readonly kind: 'id_lapsed'; readonly traderId: string }
  /** `until`: when the screenshots must have arrived. */
  | { readonly kind: 'contest_won'; readonly number: number; readonly until: string }
  | { readonly kind: 'review_published' }
  | { readonly kind: 'review_refused'; readonly reason: RejectionReason }
  | { readonly kind: 'account_deleted'; readonly at: string };

/** Part of the caller's transaction: no mail without the fact, no fact without its mail. */
export type QueueMail = (tx: Transaction, mail: NewMail) => Promise<void>;

/** The newest mail of a kind to a user; null before the first. */
export type FindNewestMail = (
  db: Database | Transaction,
  userId: string,
  kind: MailKind,
) => Promise<{ status: MailStatus; queuedAt: Date; nextAttemptAt: Date | null } | null>;
