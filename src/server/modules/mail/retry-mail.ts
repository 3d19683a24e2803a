import { isId } from '#contract/wire.ts';
import type { OutboxMail } from '#contract/admin/outbox.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { Platform } from '#server/start/platform.ts';
import { lockMail, setNextAttempt } from './outbox.repository.ts';
import { type MailJob, queueOfMail } from './queue-mail.ts';
import { canRetry, toMailDto } from './read-outbox.ts';

/** Makes the next attempt now. An attempt counts once: the scheduled one finds it made. */
export type RetryMail = (call: { readonly adminId: string; readonly mailId: string }) => Promise<OutboxMail>;

interface RetryMailDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly jobs: Pick<Jobs, 'send'>;
}

export const createRetryMail =
  ({ db, jobs, clock }: RetryMailDependencies): RetryMail =>
  ({ adminId: actorId, mailId }) =>
    inTransaction(db, async ({ tx }) => {
      const mail = isId(mailId) ? await lockMail(tx, mailId) : undefined;
      if (!mail) throw apiError('not_found');
      if (!canRetry(mail)) throw apiError('mail_not_waiting');
      const at = new Date(clock.now());
      await setNextAttempt(tx, mail.id, at);
      await jobs.send(tx, queueOfMail(mail.kind), { mailId: mail.id, attempts: mail.attempts } satisfies MailJob);
      await writeAudit(tx, {
        actorId,
        action: 'mail.retry',
        targetId: mail.id,
        after: { attempts: mail.attempts },
        at,
      });
      return toMailDto({ ...mail, nextAttemptAt: at });
    });
