import { getErrorMessage } from '#domain/caught-error.ts';
import { MailRejected, type MailTransport } from '#server/integrations/mail/mail.ts';
import type { DeliveriesContext } from './deliveries-context.ts';
import { renderMail } from './render-mail.ts';
import type { Attempt, Channel } from './worker.ts';

/** Sending a mail mostly waits for the mail server, on a connection of its own. */
const slots = 24;

/** A mail that is sent a second time has the same id, text and link. */
export const mailChannel = ({ config }: DeliveriesContext, transport: MailTransport): Channel => ({
  name: 'mail',
  slots,
  perSecond: null,
  deliver: async ({ id, lang }, { to, ...content }): Promise<Attempt> => {
    try {
      await transport.send({ id, to, lang, ...renderMail(config.publicUrl, lang, content) });
      return { kind: 'sent' };
    } catch (error) {
      return { kind: error instanceof MailRejected ? 'gone' : 'failed', error: describeError(error, to) };
    }
  },
});

const maxErrorLength = 500;

/** For the operator, without the recipient's address, which mail servers often repeat. */
function describeError(error: unknown, recipient: string): string {
  const text = getErrorMessage(error);
  return text.replaceAll(new RegExp(escaped(recipient), 'gi'), '(address)').slice(0, maxErrorLength);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
