import { randomUUID } from 'node:crypto';
import type { WallClock } from '#domain/time.ts';
import type { MailKind } from '#domain/accounts/mail.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { insertMail } from './mails.repository.ts';
import type { QueueMail } from './mail.api.ts';
import type { SealMail } from './seal-mail.ts';

export const mailQueue = 'mail';
/**
 * Mails with a link that the user waits for have their own workers, so that no other mail delays
 * them.
 */
export const urgentMailQueue = 'mail-urgent';

export const mailQueues = [urgentMailQueue, mailQueue];

const urgentKinds: readonly MailKind[] = [
  'activation',
  'reset',
  'signal_alert',
  'email_change_old',
  'email_change_new',
];

export const queueOfMail = (kind: MailKind): string => (urgentKinds.includes(kind) ? urgentMailQueue : mailQueue);

/** One attempt of one mail: an attempt that was made meanwhile is not repeated. */
export interface MailJob {
  readonly mailId: string;
  readonly attempts: number;
}

interface QueueMailDependencies {
  readonly jobs: Jobs;
  readonly sealMail: SealMail;
  readonly clock: WallClock;
  /** False: mails are stored for the mailbox page and never sent. */
  readonly isSending: boolean;
}

export const createQueueMail =
  ({ jobs, sealMail, clock, isSending }: QueueMailDependencies): QueueMail =>
  async (tx, { userId, lang, ...mail }) => {
    const id = randomUUID();
    const now = new Date(clock.now());
    await insertMail(tx, {
      id,
      userId,
      kind: mail.kind,
      // The last mail of a deleted account, whose address is stored nowhere else.
      recipient: mail.kind === 'account_deleted' ? '' : mail.to,
      lang,
      sealed: await sealMail.seal(mail),
      status: isSending ? 'queued' : 'kept',
      queuedAt: now,
      nextAttemptAt: isSending ? now : null,
    });
    if (isSending) await jobs.send(tx, queueOfMail(mail.kind), { mailId: id, attempts: 0 } satisfies MailJob);
  };
