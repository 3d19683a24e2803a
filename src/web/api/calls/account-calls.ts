import type { Challenge } from 'altcha/types';
import type { z } from 'zod';
import { accountPaths, alertMailPaths, digestPaths } from '#contract/paths.ts';
import type {
  Activated,
  ActivationState,
  ChangeEmailAnswer,
  ChangeEmailBody,
  ClosedTours,
  EmailChangeAnswer,
  EmailChangeBody,
  EmailChangeState,
  ForgotPasswordBody,
  LanguageAnswer,
  LoginBody,
  MailboxItems,
  MailboxMail,
  OwnSession,
  OwnSessions,
  PendingEmailChange,
  RegistrationBody,
  RequestedMail,
  RequiredPassword,
  RetryAnswer,
  SessionAnswer,
  User,
} from '#contract/accounts.ts';
import type { TourName } from '#domain/accounts/user.ts';
import type { Language } from '#domain/language.ts';
import { fetchFile, fillPath, getJson, getPublic, sendRequest } from '../request.ts';

export const register = (body: z.input<typeof RegistrationBody>): Promise<SessionAnswer> =>
  getJson(accountPaths.registration, { method: 'POST', body, anonymous: true });

export const logIn = (body: z.input<typeof LoginBody>): Promise<SessionAnswer> =>
  getJson(accountPaths.login, { method: 'POST', body, anonymous: true });

/** The cookie identifies the login session to end. */
export const logOut = (): Promise<void> => sendRequest(accountPaths.logout, { method: 'POST', anonymous: true });

export const getActivation = (): Promise<ActivationState> => getJson(accountPaths.resendActivation);

/** Seconds until the next activation mail may be requested. */
export const resendActivation = async (lang: Language): Promise<number> =>
  (await getJson<z.infer<typeof RetryAnswer>>(accountPaths.resendActivation, { method: 'POST', body: { lang } }))
    .retryAfter;

export const activate = (link: string): Promise<Activated> =>
  getJson(fillPath(accountPaths.activate, link), { method: 'POST', anonymous: true });

export const changeEmail = async (body: z.input<typeof ChangeEmailBody>): Promise<User> =>
  (await getJson<z.infer<typeof ChangeEmailAnswer>>(accountPaths.changeEmail, { method: 'POST', body })).user;

/**
 * The same response for every address; returns the seconds until the next mail may be requested.
 */
export const forgotPassword = async (body: z.input<typeof ForgotPasswordBody>): Promise<number> =>
  (await getJson<z.infer<typeof RetryAnswer>>(accountPaths.forgotPassword, { method: 'POST', body, anonymous: true }))
    .retryAfter;

export const resetPassword = (link: string, newPassword: string): Promise<void> =>
  sendRequest(fillPath(accountPaths.resetPassword, link), { method: 'POST', body: { newPassword }, anonymous: true });

export const getEmailChange = async (): Promise<PendingEmailChange | null> =>
  (await getJson<EmailChangeState>(accountPaths.emailChange)).pending;

export const requestEmailChange = async (body: z.input<typeof EmailChangeBody>): Promise<PendingEmailChange | null> =>
  (await getJson<EmailChangeState>(accountPaths.emailChange, { method: 'POST', body })).pending;

/** The link to the new address needs the login session of the account. */
export const confirmEmailChange = (link: string): Promise<EmailChangeAnswer> =>
  getJson(fillPath(accountPaths.confirmEmailChange, link), { method: 'POST', anonymous: true });

export const undoEmailChange = (link: string): Promise<RequiredPassword> =>
  getJson(fillPath(accountPaths.undoEmailChange, link), { method: 'POST', anonymous: true });

export const getChallenge = (): Promise<Challenge> => getPublic(accountPaths.captchaChallenge);

export const listSessions = async (): Promise<readonly OwnSession[]> =>
  (await getJson<z.infer<typeof OwnSessions>>(accountPaths.sessions)).items;

export const endOneSession = (id: string): Promise<void> =>
  sendRequest(fillPath(accountPaths.session, id), { method: 'DELETE' });

/** Ends every login session except the current one. */
export const endOtherSessions = (): Promise<void> => sendRequest(accountPaths.sessions, { method: 'DELETE' });

/** Sets the language of future mails. */
export const saveLanguage = async (lang: Language): Promise<User> =>
  (await getJson<z.infer<typeof LanguageAnswer>>(accountPaths.language, { method: 'PUT', body: { lang } })).user;

/** Export of all data stored about the caller. */
export const getOwnData = (): Promise<Blob> => fetchFile(accountPaths.exportData, 'application/json');

export const deleteAccount = (password: string): Promise<void> =>
  sendRequest(accountPaths.deleteAccount, { method: 'POST', body: { password } });

export const listMails = async (): Promise<z.infer<typeof MailboxItems>['items']> =>
  (await getJson<z.infer<typeof MailboxItems>>(accountPaths.mailbox)).items;

export const getMail = (id: string): Promise<MailboxMail> => getJson(fillPath(accountPaths.mailboxMail, id));

export const getDigestChoice = (): Promise<RequestedMail> => getJson(digestPaths.mail);

export const chooseDigest = (isOn: boolean): Promise<RequestedMail> =>
  getJson(digestPaths.mail, { method: 'PUT', body: { isOn } });

const endedMails = { digest: digestPaths, alerts: alertMailPaths } as const;
/** Mails that a link in them ends. */
export type EndedMailName = keyof typeof endedMails;

/** By the token of a mail, without a sign-in. */
export const endMail = (mail: EndedMailName, token: string): Promise<void> =>
  sendRequest(fillPath(endedMails[mail].unsubscribe, token), { method: 'POST', anonymous: true });

export const getClosedTours = async (): Promise<TourName[]> => (await getJson<ClosedTours>(accountPaths.tours)).closed;

export const saveClosedTours = async (closed: TourName[]): Promise<void> => {
  await getJson<ClosedTours>(accountPaths.tours, { method: 'PUT', body: { closed } });
};
