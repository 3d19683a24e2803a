import type { Language } from '#domain/language.ts';
import type { Database } from '#server/database/connection.ts';
import { isDatabaseUnavailable } from '#server/database/is-database-unavailable.ts';
import { findLink } from './account-links.repository.ts';
import { hashOfLink } from './mail-links.ts';

/**
 * The language of the account that an activation link was sent to; null for an unknown link. Does
 * not consume the link.
 */
export type FindLinkLanguage = (link: string) => Promise<Language | null>;

export const createFindLinkLanguage =
  (db: Database): FindLinkLanguage =>
  async (link) => {
    const found = await findLink(db, hashOfLink(link), 'activation').catch(undefinedIfUnavailable);
    return found?.user.lang ?? null;
  };

/**
 * Opening a mail leads to a page even when the database is down: the page reports it and allows a
 * retry.
 */
function undefinedIfUnavailable(error: unknown): undefined {
  if (!isDatabaseUnavailable(error)) throw error;
}
