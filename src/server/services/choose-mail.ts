import type { Config } from '../config.ts';
import type { MailServer } from '../integrations/mail/mail.ts';
import { createSmtpMail } from '../integrations/mail/smtp-mail.ts';

/** Null: there is no mail server, and mails are stored instead of sent. */
export function chooseMail({
  mail: { smtpUrl, from },
  publicUrl,
}: Pick<Config, 'mail' | 'publicUrl'>): MailServer | null {
  return smtpUrl === null ? null : createSmtpMail({ url: smtpUrl, from, host: new URL(publicUrl).hostname });
}
