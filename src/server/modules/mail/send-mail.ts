import type { FastifyBaseLogger } from 'fastify';
import { inTransaction } from '#server/database/connection.ts';
import { MailRejected, type MailTransport } from '#server/integrations/mail/mail.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/start/platform.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import { claimAttempt, endMail, type MailRow, updateLastError } from './mails.repository.ts';
import type { MailContent } from './mail.api.ts';
import { type MailJob, queueOfMail } from './queue-mail.ts';
import type { RenderMail } from './render-mail.ts';
import { isTooLate, maxAttempts, nextAttemptTime } from './retry-schedule.ts';
import type { SealedMail, SealMail } from './seal-mail.ts';

interface SendMailDependencies extends Pick<Platform, 'db' | 'clock' | 'crashPoint'> {
  readonly jobs: Jobs;
  readonly transport: MailTransport;
  readonly sealMail: SealMail;
  readonly renderMail: RenderMail;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/**
 * One attempt. The next one is scheduled before this one is made, in one transaction: a process
 * that dies in between costs a delay, never the mail. A mail sent just before such a crash is sent
 * a second time, with the same link.
 */
export const createSendMail = (needs: SendMailDependencies) => {
  const { db, jobs, transport, sealMail, renderMail, clock, crashPoint, log } = needs;

  const claim = ({ mailId: id, attempts }: MailJob): Promise<MailRow | undefined> =>
    inTransaction(db, async ({ tx }) => {
      const next = new Date(nextAttemptTime(attempts + 1, clock.now()));
      const mail = await claimAttempt(tx, { id, attempts, nextAttemptAt: next });
      const checkNow: MailJob = { mailId: id, attempts: attempts + 1 };
      if (mail && attempts < maxAttempts) {
        await jobs.send(tx, queueOfMail(mail.kind), checkNow, { startAfter: next });
      }
      return mail;
    });

  const giveUp = async ({ id, kind }: MailRow, lastFault: string): Promise<void> => {
    log.error({ mail: id, kind, error: lastFault }, 'giving up on a mail');
    await endMail(db, id, { status: 'given_up', lastFault });
  };

  const noteFailure = async (mail: MailRow, to: string, error: unknown): Promise<void> => {
    const lastFault = describeError(error, to);
    if (error instanceof MailRejected) {
      log.warn({ mail: mail.id, kind: mail.kind, error: lastFault }, 'mail server rejected a mail; not retrying');
      return endMail(db, mail.id, { status: 'refused', lastFault });
    }
    if (mail.attempts >= maxAttempts) return giveUp(mail, lastFault);
    log.warn({ mail: mail.id, attempts: mail.attempts, error: lastFault }, 'sending a mail failed; retrying later');
    await updateLastError(db, mail.id, lastFault);
  };

  const attempt = async (mail: MailRow, { to, ...content }: SealedMail): Promise<void> => {
    try {
      const written = renderMail(mail.lang, content);
      await transport.send({ id: mail.id, to, lang: mail.lang, ...written });
    } catch (error) {
      return noteFailure(mail, to, error);
    }
    crashPoint('mail.after-send');
    await endMail(db, mail.id, { status: 'sent', sentAt: new Date(clock.now()) });
  };

  return async (job: MailJob): Promise<void> => {
    const mail = await claim(job);
    if (!mail) return;
    if (mail.attempts > maxAttempts) return giveUp(mail, mail.lastFault ?? 'the result of the last attempt is unknown');
    if (isTooLate(mail.kind, mail.queuedAt.getTime(), clock.now())) {
      return giveUp(mail, mail.lastFault ?? 'its link has expired');
    }
    const content = mail.sealed === null ? null : await sealMail.open(mail.sealed);
    if (!content) return giveUp(mail, 'it was sealed under another SECRET');
    if (isOver(content, clock.now())) return giveUp(mail, 'its forecast is too old for an entry');
    await attempt(mail, content);
  };
};

/** An alert holds from the close of its minute, not from when it was queued. */
const isOver = (content: MailContent, now: number): boolean =>
  content.kind === 'signal_alert' && Date.parse(content.dropAt) <= now;

const maxErrorLength = 500;

/** For the operator, without the recipient's address, which mail servers often repeat. */
function describeError(error: unknown, recipient: string): string {
  const text = getErrorMessage(error);
  return text.replaceAll(new RegExp(escaped(recipient), 'gi'), '(address)').slice(0, maxErrorLength);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
