import type { Config } from '#server/config.ts';
import { getBacklog } from '#server/start/consumer.ts';
import type { MailTransport } from '#server/integrations/mail/mail.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { countMails, readMailBacklog } from './outbox.ts';
import type { MailApi } from './mail.api.ts';
import { mailboxRoutes } from './mailbox.routes.ts';
import { findNewestMail, hasMailTrouble } from './mails.repository.ts';
import { createQueueMail, type MailJob, mailQueue, mailQueues, urgentMailQueue } from './queue-mail.ts';
import { createRenderMail } from './render-mail.ts';
import { createSealMail } from './seal-mail.ts';
import { createSendMail } from './send-mail.ts';

interface MailModuleDependencies {
  readonly config: Pick<Config, 'secret' | 'publicUrl'> & {
    readonly site: Pick<Config['site'], 'hasMailbox'>;
  };
  readonly platform: Pick<Platform, 'db' | 'clock' | 'crashPoint' | 'log'> & {
    readonly jobs: Pick<Jobs, 'send' | 'work'>;
  };
  /** Null: mails are stored instead of sent. */
  readonly transport: MailTransport | null;
}

/** Sends mail through a mail server, or stores it without one; a demo for one machine then shows it. */
export function createMailModule({ config, platform, transport }: MailModuleDependencies): ServerModule<MailApi> {
  const { db, jobs, clock, crashPoint, log } = platform;
  const sealMail = createSealMail(config);
  const renderMail = createRenderMail(config.publicUrl);
  const isSending = transport !== null;
  const { hasMailbox } = config.site;
  const queueMail = createQueueMail({ jobs, sealMail, clock, isSending });
  const api = { queueMail, findNewestMail, countMails: () => countMails(db), isSending, hasMailbox };

  if (transport === null) {
    const warnMailsAreNotSent = (): void => {
      if (!hasMailbox) log.warn('SMTP_URL is not set: mails are stored but not sent');
    };
    return {
      routes: hasMailbox ? [mailboxRoutes({ db, sealMail, renderMail })] : [],
      api,
      components: [{ name: 'mail', phase: 'with jobs', start: warnMailsAreNotSent, stop: () => undefined }],
      readiness: [{ name: 'mail', check: async () => (hasMailbox ? 'ok' : 'degraded') }],
      queues: mailQueues,
    };
  }

  const sendMail = createSendMail({ db, jobs, transport, sealMail, renderMail, clock, crashPoint, log });
  const startWorkers = async (): Promise<void> => {
    await jobs.work<MailJob>(urgentMailQueue, sendMail);
    await jobs.work<MailJob>(mailQueue, sendMail, { concurrency: mailsAtOnce });
  };
  return {
    routes: [],
    api,
    // The workers stop with the jobs.
    components: [{ name: 'mail', duty: 'work', phase: 'with jobs', start: startWorkers, stop: () => undefined }],
    // Signals do not depend on mail, so that it is never down.
    readiness: [
      { name: 'mail', check: async () => ((await hasMailTrouble(db).catch(() => true)) ? 'degraded' : 'ok') },
    ],
    queues: mailQueues,
    consumers: [{ name: 'mail', readBacklog: async () => getBacklog(await readMailBacklog(db), clock.now()) }],
  };
}

/** Sending a mail mostly waits for the mail server, on a connection of its own. */
const mailsAtOnce = 16;
