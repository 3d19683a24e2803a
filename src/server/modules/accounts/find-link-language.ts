import { isLanguage, type Language } from '#domain/language.ts';
import type { Database } from '#server/database/connection.ts';
import { findLink } from './account-links.repository.ts';
import { hashOfLink } from './mail-links.ts';

/** The language of the account that an activation link was sent to; null for an unknown link. Uses nothing up. */
export type FindLinkLanguage = (link: string) => Promise<Language | null>;

export const createFindLinkLanguage =
  (db: Database): FindLinkLanguage =>
  async (link) => {
    const lang = (await findLink(db, hashOfLink(link), 'activation'))?.user.lang;
    return isLanguage(lang) ? lang : null;
  };
