import type { Language } from '#domain/language.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { updateLanguage, type UserRow } from './accounts.repository.ts';
import type { Sessions } from './sessions/sessions.ts';

/** Language of mails to a user when no request specifies another. */
export type ChooseLanguage = (userId: string, lang: Language) => Promise<UserRow>;

interface Needs {
  readonly db: Database;
  readonly sessions: Pick<Sessions, 'invalidateUser'>;
}

export const createChooseLanguage =
  ({ db, sessions }: Needs): ChooseLanguage =>
  async (userId, lang) => {
    const changed = await updateLanguage(db, userId, lang);
    if (!changed) throw apiError('unauthenticated');
    sessions.invalidateUser(userId);
    return changed;
  };
