import { createSealText, type Secrets } from '#server/crypto/seal-text.ts';
import type { MailContent } from './mail.api.ts';

/** Links open accounts, so they are encrypted in the outbox: a copy of the database opens none. */
export interface SealMail {
  seal(content: MailContent): Promise<string>;
  /** Null when it was sealed under another SECRET, or changed. */
  open(sealed: string): Promise<MailContent | null>;
}

export function createSealMail(secrets: Secrets): SealMail {
  const { seal, open } = createSealText(secrets, 'outbox');
  return {
    seal: (content) => seal(JSON.stringify(content)),
    open: async (sealed) => {
      const text = await open(sealed);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- authenticated: nobody else could have sealed it
      return text === null ? null : (JSON.parse(text) as MailContent);
    },
  };
}
