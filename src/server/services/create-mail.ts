import type { FastifyBaseLogger } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Clock } from '#domain/clock.ts';
import type { Config } from '../config.ts';
import type { CrashHook } from '../crash-points.ts';
import type { Database } from '../database/connection.ts';
import { createSmtpMail } from '../integrations/mail/smtp-mail.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { ReadinessCheck } from '../http/check-readiness.ts';
import { mailboxModule } from '../modules/mail/mailbox.routes.ts';
import { findNewestMail, hasMailTrouble } from '../modules/mail/mails.repository.ts';
import type { FindNewestMail, QueueMail } from '../modules/mail/mail.api.ts';
import { createQueueMail, type MailJob, mailQueue, urgentMailQueue } from '../modules/mail/queue-mail.ts';
import { createRenderMail } from '../modules/mail/render-mail.ts';
import { createSealMail } from '../modules/mail/seal-mail.ts';
import { createSendMail } from '../modules/mail/send-mail.ts';

export interface Mail {
  readonly queueMail: QueueMail;
  readonly findNewestMail: FindNewestMail;
  /** Whether mails are stored for the mailbox page of the demo. */
  readonly hasMailbox: boolean;
  readonly modules: readonly FastifyPluginAsyncZod[];
  readonly readiness: readonly ReadinessCheck[];
  /** Call after the jobs have started. */
  start(): Promise<void>;
}

interface Needs {
  readonly config: Pick<Config, 'mail' | 'demo' | 'secret' | 'publicUrl'>;
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly crashPoint: CrashHook;
}

/** Sends mail through a mail server, or stores it without one; the demo then shows it. */
export function createMail({ config, db, jobs, clock, log, crashPoint }: Needs): Mail {
  const { smtpUrl, from } = config.mail;
  const sealMail = createSealMail(config.secret);
  const renderMail = createRenderMail(config.publicUrl);
  const hasMailbox = config.demo && smtpUrl === null;
  const queueMail = createQueueMail({ jobs, sealMail, clock, isSending: smtpUrl !== null });
  const common = { queueMail, findNewestMail, hasMailbox };

  if (smtpUrl === null) {
    const warnMailsAreNotSent = async (): Promise<void> => {
      if (!config.demo) log.warn('SMTP_URL is not set: mails are kept and nobody receives them');
    };
    return {
      ...common,
      modules: hasMailbox ? [mailboxModule({ db, sealMail, renderMail })] : [],
      readiness: [{ name: 'mail', check: async () => (hasMailbox ? 'ok' : 'degraded') }],
      start: warnMailsAreNotSent,
    };
  }

  const transport = createSmtpMail({ url: smtpUrl, from, host: new URL(config.publicUrl).hostname });
  const sendMail = createSendMail({ db, jobs, transport, sealMail, renderMail, clock, crashPoint, log });
  return {
    ...common,
    modules: [],
    readiness: [{ name: 'mail', check: async () => ((await hasMailTrouble(db)) ? 'degraded' : 'ok') }],
    start: async () => {
      await jobs.work<MailJob>(urgentMailQueue, sendMail);
      await jobs.work<MailJob>(mailQueue, sendMail, { concurrency: mailsAtOnce });
    },
  };
}

/** Sending a mail mostly waits for the mail server, on a connection of its own. */
const mailsAtOnce = 16;
