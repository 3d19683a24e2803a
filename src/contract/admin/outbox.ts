import { z } from 'zod';
import type { Endpoints } from '../endpoint.ts';
import { languages } from '#domain/language.ts';
import { mailKinds, mailStatuses } from '#domain/accounts/mail.ts';
import { PageQuery, toPage } from './admin.ts';
import { Count, Id, Instant } from '../wire.ts';

export const OutboxQuery = PageQuery.extend({ status: z.enum(mailStatuses).optional() });
export type OutboxQuery = z.infer<typeof OutboxQuery>;

export const OutboxMail = z
  .object({
    id: Id,
    kind: z.enum(mailKinds),
    /** Address with most of the local part masked. */
    to: z.string(),
    lang: z.enum(languages),
    status: z.enum(mailStatuses),
    attempts: Count,
    queuedAt: Instant,
    nextAttemptAt: Instant.nullable(),
    sentAt: Instant.nullable(),
    /** Last response of the mail server, without the address. */
    lastFault: z.string().nullable(),
  })
  .meta({ id: 'OutboxMail' });
export type OutboxMail = z.infer<typeof OutboxMail>;

/** Newest first. Finished mails are retained for thirty days. */
export const Outbox = toPage(OutboxMail)
  .extend({
    counts: z.record(z.enum(mailStatuses), Count),
    oldestQueuedAt: Instant.nullable(),
  })
  .meta({ id: 'Outbox' });
export type Outbox = z.infer<typeof Outbox>;

export const outboxEndpoints = {
  'GET /api/admin/outbox': { guards: ['admin'], query: OutboxQuery, answer: Outbox },
  'POST /api/admin/outbox/:id/retry': {
    guards: ['admin'],
    answer: OutboxMail,
    errors: ['not_found', 'mail_not_waiting'],
  },
} satisfies Endpoints;

/** Demo mailbox page: mails stored because no mail server is configured. */
export const MailboxMail = z
  .object({
    id: Id,
    kind: z.enum(mailKinds),
    to: z.string(),
    lang: z.enum(languages),
    subject: z.string(),
    queuedAt: Instant,
    text: z.string(),
    /** A complete HTML document, shown in a sandboxed frame. */
    html: z.string(),
  })
  .meta({ id: 'MailboxMail' });
export type MailboxMail = z.infer<typeof MailboxMail>;

export const mailboxEndpoints = {
  'GET /api/mailbox': {
    guards: [],
    query: z.object({ to: z.string().trim().max(254).optional() }),
    answer: z.object({ items: z.array(MailboxMail.omit({ text: true, html: true })) }),
    errors: ['foreign_host'],
  },
  'GET /api/mailbox/:id': {
    guards: [],
    params: z.object({ id: Id }),
    answer: MailboxMail,
    errors: ['foreign_host', 'not_found'],
  },
} satisfies Endpoints;
