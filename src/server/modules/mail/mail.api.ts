import type { MailKind, MailStatus } from '#domain/accounts/mail.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import type { Message } from '#server/deliveries/message.ts';

export interface MailCounts {
  readonly counts: Readonly<Record<MailStatus, number>>;
  /** Of those still queued. */
  readonly oldestQueuedAt: Date | null;
}

export interface MailApi {
  /** Part of the caller's transaction: the mail exists exactly when the reported change does. */
  queueMail(tx: Transaction, mail: Message): Promise<void>;
  /** The newest mail of a kind to a user; null before the first. `retryAt`: of one that waits after a failed attempt. */
  findNewestMail(
    db: Executor,
    userId: string,
    kind: MailKind,
  ): Promise<{ status: MailStatus; queuedAt: Date; retryAt: Date | null } | null>;
  /** `since`: of those queued from then on; absent: of all. */
  countMails(since?: Date): Promise<MailCounts>;
  /** False: there is no mail server, and mails are stored. */
  readonly isSending: boolean;
  /** Whether the mailbox page of the demo shows stored mails. */
  readonly hasMailbox: boolean;
}
