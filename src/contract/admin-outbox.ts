import { z } from 'zod';
import { languages } from '#domain/language.ts';
import { mailKinds, mailStatuses } from '#domain/accounts/mail.ts';
import { PageQuery, pageOf } from './admin.ts';
import { Id, Instant } from './wire.ts';

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
    /** With most of its local part left out. */
    to: z.string(),
    lang: z.enum(languages),
    status: z.enum(mailStatuses),
    attempts: z.number().int().nonnegative(),
    queuedAt: Instant,
    nextAttemptAt: Instant.nullable(),
    sentAt: Instant.nullable(),
    /** What the mail server said last, without the address. */
    lastFault: z.string().nullable(),
    /** It waits for another attempt, which can be made now. */
    canRetry: z.boolean(),
  })
  .meta({ id: 'OutboxMail' });
export type OutboxMail = z.infer<typeof OutboxMail>;

/** Newest first. Ended mails are kept for thirty days. */
export const Outbox = pageOf(OutboxMail)
  .extend({
    counts: z.record(z.enum(mailStatuses), z.number().int().nonnegative()),
    oldestQueuedAt: Instant.nullable(),
  })
  .meta({ id: 'Outbox' });
export type Outbox = z.infer<typeof Outbox>;
