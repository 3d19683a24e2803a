import { z } from 'zod';
import { languages } from '#domain/language.ts';
import { mailKinds, mailStatuses } from '#domain/accounts/mail.ts';
import { PageQuery, toPage } from './admin.ts';
import { Count, Id, Instant } from '../wire.ts';

export const outboxPaths = {
  outbox: '/api/admin/outbox',
  retry: '/api/admin/outbox/:id/retry',
} as const;

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
    /** Whether the mail is waiting for a retry that can be triggered now. */
    canRetry: z.boolean(),
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
