import { createTransport } from 'nodemailer';
import { MailDelayed, MailRefused, type MailTransport } from './mail.ts';

interface Options {
  /** smtp://user:password@host:port, smtps:// for TLS from the first byte. */
  readonly url: string;
  /** `Name <name@host>`. */
  readonly from: string;
  /** The domain of message ids: the product's own. */
  readonly host: string;
  /** Milliseconds without an answer after which an attempt is over. */
  readonly patienceMs?: number;
}

/** SMTP by nodemailer: STARTTLS where it is offered, one connection a mail. */
export function createSmtpMail({ url, from, host, patienceMs = 20_000 }: Options): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ id, to, subject, text, html, lang }) => {
      const message = {
        from,
        // An object is taken as it stands: nothing in it is read as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': lang },
      };
      await transport.sendMail(message).catch((fault: unknown) => {
        throw readFault(fault);
      });
    },
  };
}

interface SmtpFault {
  readonly code?: string;
  readonly responseCode?: number;
  readonly message?: string;
}

/** A 5xx about the recipient or the message is final; one about our own credentials is ours to mend. */
function readFault(fault: unknown): MailRefused | MailDelayed {
  const { code = 'UNKNOWN', responseCode, message = '' }: SmtpFault = typeof fault === 'object' && fault ? fault : {};
  const answer = `${code}${responseCode === undefined ? '' : ` ${responseCode}`}: ${message}`;
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isFinal = isAboutMail && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  return isFinal ? new MailRefused(answer) : new MailDelayed(answer);
}
