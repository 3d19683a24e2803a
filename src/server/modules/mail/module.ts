import { eq } from 'drizzle-orm';
import {
  mailboxEndpoints,
  type MailboxMail,
  type Outbox,
  outboxEndpoints,
  type OutboxMail,
  type OutboxQuery,
} from '#contract/admin/outbox.ts';
import { isId, toInstant, toInstantOrNull } from '#contract/wire.ts';
import { inTransaction } from '#server/database/connection.ts';
import { deliveries } from '#server/database/tables/delivery-tables.ts';
import type { DeliveriesApi } from '#server/deliveries/deliveries-context.ts';
import { type DeliveryRow, openContent } from '#server/deliveries/outbox.ts';
import { renderMail } from '#server/deliveries/render-mail.ts';
import { apiError } from '#server/http/api-error.ts';
import { cutPage, parsePosition, positionCursor } from '#server/http/cursor.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import { type AccountsApi, getUser } from '#server/modules/accounts/accounts.api.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { MailApi } from './mail.api.ts';
import {
  countMails,
  findMailboxMail,
  findNewestMail,
  hasMailTrouble,
  listMailboxMails,
  listMails,
  lockMail,
} from './mails.repository.ts';

export interface MailContext extends Platform {
  readonly deliveries: DeliveriesApi;
}

/** Mails to users; without a mail server they are stored, and a demo for one machine shows them. */
export function mailModule(ctx: MailContext): ServerModule<MailApi> {
  const { db, log, config } = ctx;
  const { isSendingMail: isSending } = ctx.deliveries;
  const hasMailbox = !isSending && config.site.hasMailbox;
  const readReadiness = async () => {
    if (!isSending) return hasMailbox ? 'ok' : 'degraded';
    // Signals do not depend on mail, so that it is never down.
    return (await hasMailTrouble(db).catch(() => true)) ? 'degraded' : 'ok';
  };
  const warnMailsAreNotSent = (): void => {
    if (!isSending && !hasMailbox) log.warn('SMTP_URL is not set: mails are stored but not sent');
  };
  return {
    routes: hasMailbox ? [mailboxRoutes(ctx)] : [],
    api: {
      queueMail: (tx, message) => ctx.deliveries.queue(tx, [{ message, channels: ['mail'], alert: null }]),
      findNewestMail,
      countMails: (since) => countMails(db, since),
      isSending,
      hasMailbox: config.site.hasMailbox,
    },
    components: [{ name: 'mail', phase: 'with jobs', start: warnMailsAreNotSent, stop: () => undefined }],
    readiness: [{ name: 'mail', check: readReadiness }],
  };
}

const maxShown = 50;

/**
 * Mails that were stored because there is no mail server. Registered in demo mode only: anyone who
 * reads them can sign in as any user.
 */
export function mailboxRoutes({ db, config }: MailContext) {
  const read = async (row: DeliveryRow): Promise<MailboxMail | null> => {
    const sealed = await openContent(config, row);
    if (!sealed) return null;
    const { to: _to, ...content } = sealed;
    const { id, kind, recipient: to, lang } = row;
    const written = renderMail(config, lang, content);
    return { id, kind, to, lang, queuedAt: toInstant(row.queuedAt.getTime()), ...written };
  };
  return serveEndpoints(
    mailboxEndpoints,
    {},
    {
      'GET /api/mailbox': async ({ query: { to } }) => {
        const mails = await Promise.all((await listMailboxMails(db, to || null, maxShown)).map(read));
        return { items: mails.flatMap((mail) => (mail ? [withoutParts(mail)] : [])) };
      },
      'GET /api/mailbox/:id': async ({ params: { id } }) => {
        const row = await findMailboxMail(db, id);
        const mail = row && (await read(row));
        if (!mail) throw apiError('not_found');
        return mail;
      },
    },
  );
}

const withoutParts = ({ text: _text, html: _html, ...mail }: MailboxMail) => mail;

interface OutboxContext extends Platform {
  readonly accounts: AccountsApi;
}

/** The mails as administrators see them. Not in the mail module, which accounts need first. */
export function outboxModule(ctx: OutboxContext): ServerModule {
  const routes = serveEndpoints(outboxEndpoints, ctx.accounts.guards, {
    'GET /api/admin/outbox': (request) => readOutbox(ctx, request.query),
    'POST /api/admin/outbox/:id/retry': (request) =>
      retryMail(ctx, { adminId: getUser(request).id, mailId: request.params.id }),
  });
  return { routes: [routes], api: {}, components: [] };
}

/** A page of mails, and the number of all by status. */
async function readOutbox({ db }: OutboxContext, { cursor, limit, status }: OutboxQuery): Promise<Outbox> {
  const [rows, { counts, oldestQueuedAt }] = await Promise.all([
    listMails(db, { status, after: parsePosition(cursor), limit: limit + 1 }),
    countMails(db),
  ]);
  const { page, next } = cutPage(rows, limit, ({ queuedAt, id }) => positionCursor(queuedAt, id));
  return { items: page.map(toMailDto), nextCursor: next, counts, oldestQueuedAt: toInstantOrNull(oldestQueuedAt) };
}

/** A mail as administrators see it: its status, not its content. */
const toMailDto = (mail: Omit<DeliveryRow, 'sealed'>): OutboxMail => ({
  id: mail.id,
  kind: mail.kind,
  to: maskAddress(mail.recipient),
  lang: mail.lang,
  status: mail.status,
  attempts: mail.attempts,
  queuedAt: toInstant(mail.queuedAt.getTime()),
  nextAttemptAt: toInstantOrNull(mail.nextAttemptAt),
  sentAt: toInstantOrNull(mail.sentAt),
  lastFault: mail.lastFault,
});

/** Two characters and the domain: enough to identify a mail server, not a user. */
const maskAddress = (address: string): string => address.replace(/^(.{0,2}).*(@[^@]*)$/u, '$1•••$2');

/** Makes the next attempt now. */
const retryMail = (
  { db, clock }: OutboxContext,
  { adminId: actorId, mailId }: { readonly adminId: string; readonly mailId: string },
): Promise<OutboxMail> =>
  inTransaction(db, async ({ tx }) => {
    if (!isId(mailId)) throw apiError('not_found');
    const mail = await lockMail(tx, mailId);
    if (!mail) throw apiError('not_found');
    if (mail.status !== 'queued') throw apiError('mail_not_waiting');
    const at = new Date(clock.now());
    await tx.update(deliveries).set({ nextAttemptAt: at }).where(eq(deliveries.id, mailId));
    await writeAudit(tx, { actorId, action: 'mail.retry', targetId: mailId, after: { attempts: mail.attempts }, at });
    return toMailDto({ ...mail, nextAttemptAt: at });
  });
