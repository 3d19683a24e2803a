import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Language } from '#domain/language.ts';
import type { SecretConfig } from './seal-text.ts';

/** `alerts`: also the results of own signals. */
export type UnsubscribableMail = 'digest' | 'alerts';

/** Signs the id of the user whose mails it ends; valid for as long as SECRET is. */
export interface UnsubscribeTokens {
  sign(userId: string): string;
  /** Null when it was not signed by us. */
  read(token: string): string | null;
}

/** A token of one mail does not end another one. */
export function createUnsubscribeTokens({ secret }: SecretConfig, mail: UnsubscribableMail): UnsubscribeTokens {
  const computeSignature = (userId: string): string =>
    createHmac('sha256', secret).update(`${mail} mail of ${userId}`).digest('base64url');
  return {
    sign: (userId) => `${userId}.${computeSignature(userId)}`,
    read: (token) => {
      const [userId = '', signature = ''] = token.split('.', 2);
      const given = Buffer.from(signature);
      const own = Buffer.from(computeSignature(userId));
      return own.length === given.length && timingSafeEqual(own, given) ? userId : null;
    },
  };
}

interface Link {
  readonly publicUrl: string;
  /** With `:token`. */
  readonly path: string;
  readonly token: string;
  readonly lang: Language;
}

/** For the mail and its List-Unsubscribe header; its page is in the language of the mail. */
export const unsubscribeAddress = ({ publicUrl, path, token, lang }: Link): string =>
  `${publicUrl}${path.replace(':token', token)}?lang=${lang}`;
