import type { FastifyRequest } from 'fastify';
import type { TourName } from '#domain/accounts/user.ts';
import type { Language } from '#domain/language.ts';
import type { Database } from '#server/database/connection.ts';
import { isDatabaseUnavailable } from '#server/database/connection-errors.ts';
import { apiError } from '#server/http/api-error.ts';
import { findLink } from './account-links.repository.ts';
import { findClosedTours, updateClosedTours, updateLanguage, type UserRow } from './accounts.repository.ts';
import { refreshCookie } from './caller.ts';
import { createActivate, createResendActivation } from './sign-in/activate.ts';
import type { AdministrationContext } from './administration/administer-users.ts';
import { createChangeEmail, createEmailChange } from './email-change/email-change.ts';
import { createDeleteAccount } from './own-data/delete-account.ts';
import { createExportOwnData } from './own-data/export-own-data.ts';
import { createForgotPassword, createMailPasswordLink, createResetPassword } from './sign-in/reset-password.ts';
import { createLogIn } from './sign-in/log-in.ts';
import { hashOfLink } from './sign-in/mail-links.ts';
import { createOwnSessions } from './sessions/own-sessions.ts';
import { createRegister } from './sign-in/register.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { WhoCalls } from './accounts.api.ts';
import { createSecondFactor } from './second-factor/second-factor.ts';
import { createSignedInOrWaiting } from './sessions/signed-in.ts';
import { type AccountsDependencies, createAccountParts } from './account-parts.ts';

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * Composes the accounts module: the use cases of its routes, and the caller lookup for other
 * modules.
 */
export function createAccounts(dependencies: AccountsDependencies) {
  const { config, platform } = dependencies;
  const parts = createAccountParts(dependencies);
  const { db, api, publicUrl, attempts, captcha, sessions, whoCalls, passwords, adminLinks } = parts;
  const { signedIn, toUserDto, getSecondFactor } = api;
  return {
    api,
    publicUrl,
    attempts,
    captcha,
    sessions,
    whoCalls,
    signedIn,
    signedInOrWaiting: createSignedInOrWaiting({ whoCalls, getSecondFactor }),
    passwords,
    toUserDto,
    getSecondFactor,
    secondFactor: createSecondFactor({ config, platform, passwords, sessions }),
    register: createRegister(parts),
    logIn: createLogIn(parts),
    ownSessions: createOwnSessions(parts),
    mailPasswordLink: createMailPasswordLink(parts),
    administration: {
      db,
      clock: platform.clock,
      sessions,
      api,
      minBalance: config.access.minBalance,
      internalEmails: config.internalEmails,
    } satisfies AdministrationContext,
    findLinkLanguage: createFindLinkLanguage(db),
    activate: createActivate(parts),
    activation: createResendActivation(parts, dependencies.mail),
    chooseLanguage: createChooseLanguage(db, sessions),
    tours: createTours(db),
    exportOwnData: createExportOwnData(parts),
    deleteAccount: createDeleteAccount(parts),
    changeEmail: createChangeEmail(parts),
    forgotPassword: createForgotPassword(parts),
    resetPassword: createResetPassword(parts),
    listCallers: createListCallers(publicUrl, sessions, whoCalls),
    emailChange: createEmailChange(parts),
    adminLinks,
    /** Resolves when no work is left from answered requests. */
    idle: parts.afterAnswer.idle,
  };
}

/**
 * The language of the account that an activation link was sent to; null for an unknown link. Does
 * not consume the link.
 */
const createFindLinkLanguage =
  (db: Database) =>
  async (link: string): Promise<Language | null> => {
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

/** Language of mails to a user when no request specifies another. */
const createChooseLanguage =
  (db: Database, sessions: Sessions) =>
  async (userId: string, lang: Language): Promise<UserRow> => {
    const changed = await updateLanguage(db, userId, lang);
    if (!changed) throw apiError('unauthenticated');
    sessions.invalidateUser(userId);
    return changed;
  };

/** The tours of the tutorial that a user has closed. */
const createTours = (db: Database) => ({
  find: (userId: string): Promise<TourName[]> => findClosedTours(db, userId),
  save: (userId: string, closed: readonly TourName[]): Promise<void> =>
    updateClosedTours(db, userId, [...new Set(closed)]),
});

/** The users of the login sessions that a request presents: by its access token and by its cookie. */
const createListCallers = (publicUrl: string, sessions: Sessions, whoCalls: WhoCalls) => {
  const cookie = refreshCookie(publicUrl);
  return async (request: FastifyRequest): Promise<string[]> => {
    const session = await whoCalls(request);
    const refreshToken = request.cookies[cookie.name];
    const ofCookie = refreshToken && (await sessions.findUserId(refreshToken));
    return [...(session ? [session.user.id] : []), ...(ofCookie ? [ofCookie] : [])];
  };
};
