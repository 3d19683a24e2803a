import { emailPattern } from '#domain/accounts/email.ts';
import { brand } from '#domain/brand.ts';
import { isAddress, text } from './formats.ts';
import { type ConfigIssue, findMissing, type Given, secret, setting, type ValuesOf } from './setting.ts';

/** `.env.example`: Mail. */
export const mailSettings = {
  SMTP_URL: secret(
    text('smtp://user:password@host:port or smtps://…', isAddress('smtp:', 'smtps:')),
    'smtp://user:password@mail.example:587',
    'Unset: mails are kept, and shown on the mailbox page in demo mode.',
  ),
  MAIL_FROM: setting(
    text('an address such as Kurs <mail@kurs.example>', isSender).optional(),
    'Kurs <mail@kurs.example>',
    'Needed with SMTP_URL.',
  ),
};

export const toMailConfig = ({ SMTP_URL, MAIL_FROM }: ValuesOf<typeof mailSettings>) => ({
  /** Null: mails are stored but not sent. */
  smtpUrl: SMTP_URL ?? null,
  from: MAIL_FROM ?? `${brand.name} <no-reply@kurs.example>`,
});

export const findMailIssues = (given: Given): ConfigIssue[] =>
  given.SMTP_URL ? findMissing(given, ['MAIL_FROM'], 'the sender of mails, needed with SMTP_URL') : [];

/** `name@host` or `Name <name@host>`; a line break would allow header injection. */
function isSender(value: string): boolean {
  const address = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(value)?.[1] ?? value;
  return emailPattern.test(address);
}
