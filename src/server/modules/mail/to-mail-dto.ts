import type { OutboxMail } from '#contract/admin/outbox.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import type { MailRow } from './mails.repository.ts';
import { maxAttempts } from './retry-schedule.ts';

/** A mail as administrators see it: its status, not its content. */
export const toMailDto = (mail: Omit<MailRow, 'sealed'>): OutboxMail => ({
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
  canRetry: canRetry(mail),
});

/** After the last attempt only the final check is left. */
export const canRetry = ({ status, attempts }: Pick<MailRow, 'status' | 'attempts'>): boolean =>
  status === 'queued' && attempts < maxAttempts;

/** Two characters and the domain: enough to identify a mail server, not a user. */
const maskAddress = (address: string): string => address.replace(/^(.{0,2}).*(@[^@]*)$/u, '$1•••$2');
