import { createTransport } from 'nodemailer';

interface OutgoingMail {
  /** Our own id, so that a mail sent twice is recognised as one. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly lang: string;
  /** Ends mails of this kind by one POST (RFC 8058); absent: about the account. */
  readonly unsubscribe?: string;
}

/** The port for mail delivery. Resolves when the other side has accepted the mail. */
export interface MailTransport {
  /** Throws MailRejected or MailDelayed. */
  send(mail: OutgoingMail): Promise<void>;
}

/** A transport whose other side can be asked before there is a mail. */
export interface MailServer extends MailTransport {
  /** Resolves when it has accepted our login. Throws MailDelayed. */
  verify(): Promise<void>;
}

/** Permanent rejection (5xx): a retry would get the same answer. */
export class MailRejected extends Error {
  override readonly name = 'MailRejected';
}

/**
 * Temporary failure: no connection, timeout, greylisting (4xx), or an error on our side that can be
 * fixed.
 */
export class MailDelayed extends Error {
  override readonly name = 'MailDelayed';
}

interface Options {
  /** smtp://user:password@host:port, smtps:// for TLS from the first byte. */
  readonly url: string;
  /** `Name <name@host>`. */
  readonly from: string;
  /** Domain of message ids: the product's own host. */
  readonly host: string;
  /** Milliseconds without an answer before an attempt times out. */
  readonly timeoutMs?: number;
}

/** SMTP by nodemailer: STARTTLS where it is offered, one connection per mail. */
export function createSmtpMail({ url, from, host, timeoutMs = 20_000 }: Options): MailServer {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ id, to, subject, text, html, lang, unsubscribe }) => {
      const message = {
        from,
        // An object is taken literally: nothing in it is parsed as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${host}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'Content-Language': lang,
          ...(unsubscribe === undefined ? {} : unsubscribeHeaders(unsubscribe)),
        },
      };
      await transport.sendMail(message).catch((error: unknown) => {
        throw toMailError(error);
      });
    },
    verify: async () => {
      await transport.verify().catch((error: unknown) => {
        throw toMailError(error);
      });
    },
  };
}

const unsubscribeHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly message?: string;
}

/**
 * A 5xx about the recipient or the message is final; one about our own credentials is ours to fix.
 */
function toMailError(error: unknown): MailRejected | MailDelayed {
  const { code = 'UNKNOWN', responseCode, message = '' }: SmtpError = typeof error === 'object' && error ? error : {};
  const answer = `${code}${responseCode === undefined ? '' : ` ${responseCode}`}: ${message}`;
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isFinal = isAboutMail && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  return isFinal ? new MailRejected(answer) : new MailDelayed(answer);
}
