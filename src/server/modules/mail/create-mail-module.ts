import type { Config } from '#server/config.ts';
import { getBacklog, type ServerModule } from '#server/start/server-module.ts';
import type { MailTransport } from '#server/integrations/mail/mail.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/start/platform.ts';
import { countMails, readMailBacklog, readOutbox, retryMail } from './outbox.ts';
import type { MailApi } from './mail.api.ts';
import { findNewestMail, hasMailTrouble, findMailboxMail, listMailboxMails, type MailRow } from './mails.repository.ts';
import { createQueueMail, type MailJob, mailQueue, mailQueues, urgentMailQueue } from './queue-mail.ts';
import { createRenderMail, type RenderMail } from './render-mail.ts';
import { createSealMail, type SealMail } from './seal-mail.ts';
import { createSendMail } from './send-mail.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Outbox, OutboxMail, outboxPaths, OutboxQuery } from '#contract/admin/outbox.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { type AccountsApi, getUser } from '#server/modules/accounts/accounts.api.ts';
import { accountPaths } from '#contract/paths.ts';
import { MailboxItems, MailboxMail } from '#contract/accounts.ts';
import { Id, toInstant } from '#contract/wire.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';

interface MailModuleDependencies {
  readonly config: Pick<Config, 'secret' | 'publicUrl'> & {
    readonly site: Pick<Config['site'], 'hasMailbox'>;
  };
  readonly platform: Pick<Platform, 'db' | 'clock' | 'crashPoint' | 'log'> & {
    readonly jobs: Jobs;
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

interface OutboxModuleDependencies {
  readonly platform: Pick<Platform, 'db' | 'clock'> & { readonly jobs: Jobs };
  readonly accounts: Pick<AccountsApi, 'adminOnly'>;
}

/** The mails as administrators see them. Not in the mail module, which accounts need first. */
export function createOutboxModule({ platform, accounts }: OutboxModuleDependencies): ServerModule {
  const routes: FastifyPluginAsyncZod = async (app) => {
    guardRoutes(app, 'onRequest', ...accounts.adminOnly);

    app.get(outboxPaths.outbox, { schema: { querystring: OutboxQuery, response: { 200: Outbox } } }, (request) =>
      readOutbox(platform.db, request.query),
    );

    app.post(
      outboxPaths.retry,
      {
        schema: { params: z.object({ id: z.string() }), response: { 200: OutboxMail } },
        config: { errors: ['not_found', 'mail_not_waiting'] },
      },
      (request) => retryMail(platform, { adminId: getUser(request).id, mailId: request.params.id }),
    );
  };
  return { routes: [routes], api: {}, components: [] };
}

interface MailboxRoutesDependencies {
  readonly db: Database;
  readonly sealMail: SealMail;
  readonly renderMail: RenderMail;
}

const maxShown = 50;

/**
 * Mails that were stored because there is no mail server. Registered in demo mode only: anyone who
 * reads them can sign in as any user.
 */
export const mailboxRoutes =
  ({ db, sealMail, renderMail }: MailboxRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const read = async (row: MailRow): Promise<MailboxMail | null> => {
      const content = row.sealed === null ? null : await sealMail.open(row.sealed);
      if (!content) return null;
      const { id, kind, recipient: to, lang } = row;
      return { id, kind, to, lang, queuedAt: toInstant(row.queuedAt.getTime()), ...renderMail(lang, content) };
    };

    app.get(
      accountPaths.mailbox,
      {
        schema: {
          querystring: z.object({ to: z.string().trim().max(254).optional() }),
          response: { 200: MailboxItems },
        },
        config: { errors: ['foreign_host'] },
      },
      async ({ query: { to } }) => {
        const mails = await Promise.all((await listMailboxMails(db, to || null, maxShown)).map(read));
        return { items: mails.flatMap((mail) => (mail ? [withoutParts(mail)] : [])) };
      },
    );

    app.get(
      accountPaths.mailboxMail,
      {
        schema: { params: z.object({ id: Id }), response: { 200: MailboxMail } },
        config: { errors: ['foreign_host', 'not_found'] },
      },
      async ({ params: { id } }) => {
        const row = await findMailboxMail(db, id);
        const mail = row && (await read(row));
        if (!mail) throw apiError('not_found');
        return mail;
      },
    );
  };

const withoutParts = ({ text: _text, html: _html, ...mail }: MailboxMail) => mail;
