import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { TourName } from '#domain/accounts/user.ts';
import type { Language } from '#domain/language.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connection.ts';
import { isDatabaseUnavailable } from '#server/database/connection-errors.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Captcha } from '#server/integrations/captcha/captcha.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { findLink } from './account-links.repository.ts';
import { findClosedTours, updateClosedTours, updateLanguage, type UserRow } from './accounts.repository.ts';
import { createApiKeys } from './api-keys/api-keys.ts';
import { refreshCookie } from './sessions/refresh-cookie.ts';
import { createActivate } from './sign-in/activate.ts';
import { createAdminLinks } from './administration/admin-links.ts';
import { createChangeUser, createEndUserSessions } from './administration/change-user.ts';
import { createListUsers } from './administration/list-users.ts';
import { createToAdminUserDto } from './administration/to-admin-user-dto.ts';
import { createAfterAnswer } from './after-answer.ts';
import { createChangeEmail } from './email-change/change-email.ts';
import { createConfirmEmailChange } from './email-change/confirm-email-change.ts';
import { createDeleteAccount } from './own-data/delete-account.ts';
import { createExportOwnData } from './own-data/export-own-data.ts';
import { createForgotPassword } from './sign-in/forgot-password.ts';
import { createLogIn } from './sign-in/log-in.ts';
import { createCreateLink, createMailLink, hashOfLink } from './sign-in/mail-links.ts';
import { createMailPasswordLink } from './sign-in/mail-password-link.ts';
import { createOwnSessions } from './sessions/own-sessions.ts';
import { createPendingAttempts } from './sign-in/pending-attempts.ts';
import { createPasswords, type Passwords } from './sign-in/passwords.ts';
import { createRegister } from './sign-in/register.ts';
import { createRequestEmailChange } from './email-change/request-email-change.ts';
import { createRequireSolved } from './sign-in/require-solved.ts';
import { createResendActivation } from './sign-in/resend-activation.ts';
import { createResetPassword } from './sign-in/reset-password.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';
import { createNotifyOwner } from './email-change/notify-owner.ts';
import { createTokens } from './sessions/tokens.ts';
import { createUndoEmailChange } from './email-change/undo-email-change.ts';
import type { AccountsApi, EraseListener, WhoCalls } from './accounts.api.ts';
import { type AccountsApiConfig, createAccountsApi } from './create-accounts-api.ts';
import { createSecondFactor } from './second-factor/create-second-factor.ts';
import { createSignedInOrWaiting, createWhoCalls } from './sessions/signed-in.ts';

export interface AccountsDependencies {
  readonly config: AccountsApiConfig & Pick<Config, 'publicUrl' | 'secret' | 'previousSecret'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'bus' | 'attempts'> & {
    readonly log: Pick<FastifyBaseLogger, 'error'>;
  };
  readonly captcha: Captcha;
  readonly mail: Pick<MailApi, 'queueMail' | 'findNewestMail' | 'hasMailbox'>;
  /** Delays a response: in real time, or not at all in a test. */
  readonly pause?: (ms: number) => Promise<void>;
  readonly passwords?: Passwords;
}

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * Composes the accounts module: the use cases of its routes, and the caller lookup for other
 * modules.
 */
export function createAccounts({
  config,
  platform,
  captcha,
  mail,
  pause = wait,
  passwords = createPasswords(),
}: AccountsDependencies) {
  const { db, clock, bus, attempts, log } = platform;
  const { secret, previousSecret, publicUrl, adminEmails } = config;
  const { queueMail, findNewestMail, hasMailbox } = mail;
  const tokens = createTokens({ clock, secret, previousSecret });
  const sessions = createSessions({ db, tokens, clock, queueMail, bus });
  const whoCalls = createWhoCalls(sessions);
  const apiKeys = createApiKeys({ db, clock });
  const eraseListeners: EraseListener[] = [];
  const api = createAccountsApi({ db, config, sessions, whoCalls, apiKeys, eraseListeners });
  const { signedIn, toUserDto, getSecondFactor } = api;
  const requireSolved = createRequireSolved(captcha);
  const createLink = createCreateLink({ clock });
  const mailLink = createMailLink({ publicUrl, createLink, queueMail });
  const notifyOwner = createNotifyOwner({ db, attempts, queueMail });
  const afterAnswer = createAfterAnswer({ log, pause });
  const pendingAttempts = createPendingAttempts({ attempts, clock, pause });
  const adminLinks = createAdminLinks({ db, clock, secret, publicUrl, adminEmails });
  return {
    api,
    publicUrl,
    attempts,
    captcha,
    sessions,
    apiKeys,
    /** Also a login session that waits for its second factor. */
    whoCalls,
    signedIn,
    signedInOrWaiting: createSignedInOrWaiting({ whoCalls, apiKeys, getSecondFactor }),
    passwords,
    toUserDto,
    getSecondFactor,
    secondFactor: createSecondFactor({ config, platform, passwords, sessions }),
    register: createRegister({
      db,
      clock,
      attempts,
      pendingAttempts,
      requireSolved,
      passwords,
      mailLink,
      notifyOwner,
      sessions,
    }),
    logIn: createLogIn({ db, attempts, pendingAttempts, requireSolved, passwords, sessions, pause }),
    ownSessions: createOwnSessions({ db, sessions }),
    mailPasswordLink: createMailPasswordLink({ db, clock, mailLink }),
    ...createAdministration({ db, clock, config, sessions, api }),
    findLinkLanguage: createFindLinkLanguage(db),
    activate: createActivate({ db, clock, attempts, sessions, createLink }),
    activation: createResendActivation({ db, attempts, mailLink, findNewestMail, hasMailbox }),
    chooseLanguage: createChooseLanguage(db, sessions),
    tours: createTours(db),
    exportOwnData: createExportOwnData({ db, clock, attempts }),
    deleteAccount: createDeleteAccount({
      db,
      clock,
      attempts,
      passwords,
      sessions,
      queueMail,
      toUserDto,
      adminEmails,
      eraseListeners,
    }),
    changeEmail: createChangeEmail({ db, clock, attempts, requireSolved, mailLink, notifyOwner, sessions }),
    forgotPassword: createForgotPassword({ db, attempts, requireSolved, mailLink, afterAnswer }),
    resetPassword: createResetPassword({ db, clock, attempts, passwords, sessions, queueMail, adminLinks }),
    listCallers: createListCallers(publicUrl, sessions, whoCalls),
    requestEmailChange: createRequestEmailChange({
      db,
      clock,
      publicUrl,
      attempts,
      passwords,
      queueMail,
      notifyOwner,
      afterAnswer,
    }),
    confirmEmailChange: createConfirmEmailChange({ db, clock, publicUrl, attempts, sessions, queueMail }),
    undoEmailChange: createUndoEmailChange({ db, clock, attempts, sessions, createLink }),
    adminLinks,
    /** Resolves when no work is left from answered requests. */
    idle: afterAnswer.idle,
  };
}

interface AdministrationDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly config: Pick<AccountsApiConfig, 'access' | 'internalEmails'>;
  readonly sessions: Sessions;
  readonly api: Pick<AccountsApi, 'toUserDto' | 'isNamedAdmin' | 'isInternal'>;
}

/** What administrators do with the accounts of others. */
export function createAdministration({ db, clock, config, sessions, api }: AdministrationDependencies) {
  const { internalEmails } = config;
  const { minBalance } = config.access;
  const { toUserDto, isNamedAdmin } = api;
  const toAdminUserDto = createToAdminUserDto(api);
  return {
    listUsers: createListUsers({ db, minBalance, internalEmails, toAdminUserDto }),
    changeUser: createChangeUser({ db, clock, sessions, minBalance, toUserDto, toAdminUserDto, isNamedAdmin }),
    endUserSessions: createEndUserSessions({ db, clock, sessions }),
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
