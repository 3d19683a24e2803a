import { z } from 'zod';
import { accountPaths } from '#contract/account-paths.ts';
import {
  Activated,
  ActivationState,
  ChangeEmailAnswer,
  type ChangeEmailBody,
  type ForgotPasswordBody,
  LanguageAnswer,
  type LoginBody,
  MailboxItems,
  MailboxMail,
  OwnSessions,
  type OwnSession,
  type RegistrationBody,
  RetryAnswer,
  SessionAnswer,
  type User,
} from '#contract/accounts.ts';
import type { Language } from '#domain/language.ts';
import { call, fetchFile, sendRequest } from './call.ts';

export const register = (body: z.input<typeof RegistrationBody>): Promise<SessionAnswer> =>
  call(accountPaths.registration, SessionAnswer, { method: 'POST', body, anonymous: true });

export const logIn = (body: z.input<typeof LoginBody>): Promise<SessionAnswer> =>
  call(accountPaths.login, SessionAnswer, { method: 'POST', body, anonymous: true });

/** The cookie identifies the login session to end. */
export const logOut = (): Promise<void> => sendRequest(accountPaths.logout, { method: 'POST', anonymous: true });

export const getActivation = (): Promise<ActivationState> => call(accountPaths.resendActivation, ActivationState);

/** Seconds until the next activation mail may be requested. */
export const resendActivation = async (lang: Language): Promise<number> =>
  (await call(accountPaths.resendActivation, RetryAnswer, { method: 'POST', body: { lang } })).retryAfter;

export const activate = (link: string): Promise<z.infer<typeof Activated>> =>
  call(accountPaths.activate.replace(':link', encodeURIComponent(link)), Activated, {
    method: 'POST',
    anonymous: true,
  });

export const changeEmail = async (body: z.input<typeof ChangeEmailBody>): Promise<User> =>
  (await call(accountPaths.changeEmail, ChangeEmailAnswer, { method: 'POST', body })).user;

/**
 * The same response for every address; returns the seconds until the next mail may be requested.
 */
export const forgotPassword = async (body: z.input<typeof ForgotPasswordBody>): Promise<number> =>
  (await call(accountPaths.forgotPassword, RetryAnswer, { method: 'POST', body, anonymous: true })).retryAfter;

export const resetPassword = (link: string, newPassword: string): Promise<void> =>
  sendRequest(accountPaths.resetPassword.replace(':resetLink', encodeURIComponent(link)), {
    method: 'POST',
    body: { newPassword },
    anonymous: true,
  });

/**
 * An ALTCHA challenge: the parts that only the ALTCHA library uses are passed through unchanged.
 */
const Challenge = z.object({
  parameters: z.looseObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
  }),
  signature: z.string(),
});

export const getChallenge = (): Promise<z.infer<typeof Challenge>> =>
  call(accountPaths.captchaChallenge, Challenge, { anonymous: true });

export const listSessions = async (): Promise<readonly OwnSession[]> =>
  (await call(accountPaths.sessions, OwnSessions)).items;

export const endOneSession = (id: string): Promise<void> =>
  sendRequest(accountPaths.session.replace(':id', id), { method: 'DELETE' });

/** Ends every login session except the current one. */
export const endOtherSessions = (): Promise<void> => sendRequest(accountPaths.sessions, { method: 'DELETE' });

/** Sets the language of future mails. */
export const saveLanguage = async (lang: Language): Promise<User> =>
  (await call(accountPaths.language, LanguageAnswer, { method: 'PUT', body: { lang } })).user;

/** Export of all data stored about the caller. */
export const getOwnData = (): Promise<Blob> => fetchFile(accountPaths.exportData, 'application/json');

export const deleteAccount = (password: string): Promise<void> =>
  sendRequest(accountPaths.deleteAccount, { method: 'POST', body: { password } });

export const listMails = async (): Promise<z.infer<typeof MailboxItems>['items']> =>
  (await call(accountPaths.mailbox, MailboxItems)).items;

export const getMail = (id: string): Promise<MailboxMail> =>
  call(accountPaths.mailboxMail.replace(':id', id), MailboxMail);
