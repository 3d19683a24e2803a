import { createSealText, type SecretConfig } from '#server/crypto/seal-text.ts';
import type { MailContent } from './mail.api.ts';

/** What is sent, and where. */
export type SealedMail = MailContent & { readonly to: string };

/** Links open accounts, so they are encrypted in the outbox: a copy of the database opens none. */
export type SealMail = ReturnType<typeof createSealMail>;

export function createSealMail(config: SecretConfig) {
  const { seal, open } = createSealText(config, 'outbox');
  return {
    seal: (mail: SealedMail): Promise<string> => seal(JSON.stringify(mail)),
    /** Null when it was sealed under another SECRET, or changed. */
    open: async (sealed: string): Promise<SealedMail | null> => {
      const text = await open(sealed);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- authenticated: nobody else could have sealed it
      return text === null ? null : (JSON.parse(text) as SealedMail);
    },
  };
}
