import { isLanguage, type Language } from '#domain/language.ts';
import type { Database } from '#server/database/connection.ts';
import { isDatabaseAway } from '#server/database/is-database-away.ts';
import { findLink } from './account-links.repository.ts';
import { hashOfLink } from './mail-links.ts';

/** The language of the account that an activation link was sent to; null for an unknown link. Uses nothing up. */
export type FindLinkLanguage = (link: string) => Promise<Language | null>;

export const createFindLinkLanguage =
  (db: Database): FindLinkLanguage =>
  async (link) => {
    const found = await findLink(db, hashOfLink(link), 'activation').catch(unlessAway);
    return isLanguage(found?.user.lang) ? found.user.lang : null;
  };

/** Who opens a mail is led to a page all the same: there they are told, and can try again. */
function unlessAway(error: unknown): undefined {
  if (!isDatabaseAway(error)) throw error;
}
