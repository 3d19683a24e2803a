import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import {
  accountEndpoints,
  ActivationState,
  type CaptchaKind,
  ClosedTours,
  LinkedRegistration,
  User,
} from '#contract/accounts.ts';
import { MailboxMail } from '#contract/admin/outbox.ts';
import { RequestedMail } from '#contract/requested-mail.ts';
import { type TourName, tourNames } from '#domain/accounts/user.ts';
import { SecondFactor } from '#contract/second-factor.ts';
import { AlertSettings } from '#contract/alerts.ts';
import type { TelegramConnection } from '#contract/telegram.ts';
import { noAlerts } from '#domain/signals/alert-rule.ts';
import { type Answers, type Call, type FakeAnswer, none, ok } from '#tests/support/network/serve.ts';

export const aUser = (over: Partial<User> = {}): User =>
  User.parse({
    id: '0a3cb6f1-6f0e-4c70-8a3e-3b1de1a7c111',
    email: 'trader@kurs.example',
    lang: 'uk',
    campaign: null,
    isActivated: true,
    referralId: '12345678',
    brokerAccountId: '12345678',
    balance: 124.5,
    isBalanceValid: true,
    isBalanceHidden: false,
    balanceCheckedAt: '2026-11-18T12:00:00.000Z',
    roles: ['user'],
    ...over,
  });

export const aNewcomer = (over: Partial<User> = {}): User =>
  aUser({
    isActivated: false,
    referralId: null,
    brokerAccountId: null,
    balance: null,
    isBalanceValid: null,
    balanceCheckedAt: null,
    ...over,
  });

export const anActivation = (over: Partial<ActivationState> = {}): ActivationState =>
  ActivationState.parse({
    email: 'trader@kurs.example',
    isActivated: false,
    retryAfter: 42,
    mail: { status: 'sent', queuedAt: '2026-11-18T12:00:00.000Z', retryAt: null },
    hasMailbox: false,
    ...over,
  });

export const aLinkedRegistration = (over: Partial<LinkedRegistration> = {}): LinkedRegistration =>
  LinkedRegistration.parse({
    email: 'trader@kurs.example',
    registeredAt: '2026-11-18T11:58:00.000Z',
    browser: 'Chrome',
    system: 'Windows',
    isActivated: false,
    ...over,
  });

const session = (end: string, over: object) => ({
  id: `5b0d3a52-6a55-4b39-8d5f-9f4f6e1c000${end}`,
  createdAt: '2026-11-18T08:10:00.000Z',
  lastSeenAt: '2026-11-18T11:58:00.000Z',
  expiresAt: '2026-12-18T08:10:00.000Z',
  browser: 'Firefox',
  system: 'Linux',
  isCurrent: false,
  ...over,
});

export const someSessions = accountEndpoints['GET /api/sessions'].answer.parse({
  items: [
    session('1', { isCurrent: true }),
    session('2', { browser: 'Safari', system: 'iOS', lastSeenAt: '2026-11-17T19:40:00.000Z' }),
    session('3', { browser: null, system: null, lastSeenAt: '2026-11-16T06:05:00.000Z' }),
  ],
}).items;

/** None, or an authenticator app. */
export const aSecondFactor = (state: SecondFactor['state'] = 'off'): SecondFactor =>
  SecondFactor.parse(
    state === 'off' || state === 'missing'
      ? { state, totp: null, recoveryCodesLeft: 0 }
      : {
          state,
          totp: { createdAt: '2026-11-02T09:25:00.000Z' },
          recoveryCodesLeft: 9,
        },
  );

export const aMail = (over: Partial<MailboxMail> = {}): MailboxMail =>
  MailboxMail.parse({
    id: '9d1b3a52-6a55-4b39-8d5f-9f4f6e1c0001',
    kind: 'activation',
    to: 'trader@kurs.example',
    lang: 'uk',
    subject: 'Підтвердьте пошту для Kurs',
    queuedAt: '2026-11-18T11:59:00.000Z',
    text: 'Підтвердьте свою пошту:\nhttps://kurs.example/api/auth/activate/a-link\n\nПосилання діє 24 години.',
    html: '<!doctype html><html lang="uk"><head><title>Лист</title></head><body style="background:#ECE6D8;color:#10202E"><main><h1>Підтвердьте свою пошту</h1><a href="/api/auth/activate/a-link" style="color:#10202E">Підтвердити пошту</a></main></body></html>',
    ...over,
  });

const aTotp = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Kurs:trader%40kurs.example?issuer=Kurs&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
};
const someRecoveryCodes = Array.from({ length: 10 }, (_, n) => `k3wq-7pzd-m2xa-f5c${n}`);

export interface FakeAccounts {
  user: User;
  captcha: CaptchaKind;
  activation: ActivationState;
  /** Of the link of the activation mail. */
  registration: LinkedRegistration;
  /** The change of address that waits for its confirmations, and the answer to the next one. */
  sessions: typeof someSessions;
  /** Of the tutorial; a newcomer has closed none. */
  closedTours: TourName[];
  digestMail: RequestedMail;
  telegram: TelegramConnection;
  secondFactor: SecondFactor;
  /** Null: not a demo. */
  mails: readonly MailboxMail[] | null;
  /** Errors by path; other calls are answered. */
  refused: Readonly<Record<string, FakeAnswer>>;
  /** Every request sent, with path, method and body. */
  readonly sent: { readonly path: string; readonly method: string; readonly body: unknown }[];
}

export const fakeAccounts = (over: Partial<FakeAccounts> = {}): FakeAccounts => ({
  user: aUser(),
  captcha: { kind: 'altcha', siteKey: null },
  activation: anActivation(),
  registration: aLinkedRegistration(),
  sessions: someSessions,
  closedTours: [...tourNames],
  digestMail: { isOn: false },
  telegram: { isAvailable: true, chat: null },
  secondFactor: aSecondFactor(),
  mails: null,
  refused: {},
  sent: [],
  ...over,
});

export const getSession = ({ accounts: { user, secondFactor } }: { readonly accounts: FakeAccounts }) =>
  ok({ accessToken: 'a-token', user, secondFactor: secondFactor.state });

/** Keeps what was sent, and answers the errors that a test asked for. */
export function refuse({ accounts }: { readonly accounts: FakeAccounts }, { method, path, body }: Call) {
  if (method !== 'GET') accounts.sent.push({ path, method, body });
  return accounts.refused[path] ?? null;
}

const mailSent = ok({ retryAfter: 60 }, 202);

export const accountAnswers: Answers<{ readonly accounts: FakeAccounts }> = {
  'POST /api/registration': getSession,
  'GET /api/captcha': ({ accounts }) => ok(accounts.captcha),
  'GET /api/captcha/challenge': async () => ok({ ...(await aChallenge()) }),
  'GET /api/resend-activation': ({ accounts }) => ok(accounts.activation),
  'POST /api/resend-activation': () => mailSent,
  'GET /api/auth/activate/:link/registration': ({ accounts }) => ok(accounts.registration),
  'POST /api/auth/activate/:link': ({ accounts }, { body }) => {
    const { mine } = accountEndpoints['POST /api/auth/activate/:link'].body.parse(body);
    if (mine) accounts.user = { ...accounts.user, isActivated: true };
    return ok({ activated: mine });
  },
  'POST /api/change-email': (state, { body }) => changeUser(state, { email: (body as User).email }),
  'PUT /api/user/language': (state, { body }) => changeUser(state, body as Pick<User, 'lang'>),
  'GET /api/user/tours': ({ accounts }) => ok({ closed: accounts.closedTours }),
  'PUT /api/user/tours': ({ accounts }, { body }) => {
    accounts.closedTours = ClosedTours.parse(body).closed;
    return ok({ closed: accounts.closedTours });
  },
  'GET /api/alerts': () => ok(AlertSettings.parse(noAlerts)),
  'GET /api/push/subscriptions': () => ok({ items: [] }),
  'GET /api/telegram/link': ({ accounts }) => ok(accounts.telegram),
  'POST /api/telegram/link': () =>
    ok({ url: 'https://t.me/kurs_bot?start=a-one-use-code', expiresAt: '2026-11-18T12:10:00.000Z' }),
  'DELETE /api/telegram/link': ({ accounts }) => {
    accounts.telegram = { ...accounts.telegram, chat: null };
    return none;
  },
  'GET /api/second-factor': ({ accounts }) => ok(accounts.secondFactor),
  'POST /api/second-factor/confirm': ({ accounts }) => {
    if (accounts.secondFactor.state === 'waiting')
      accounts.secondFactor = { ...accounts.secondFactor, state: 'passed' };
    return none;
  },
  'POST /api/second-factor/totp': () => ok(aTotp, 201),
  'POST /api/second-factor/totp/code': ({ accounts }) => {
    accounts.secondFactor = { ...aSecondFactor('passed'), recoveryCodesLeft: 10 };
    return ok({ recoveryCodes: someRecoveryCodes });
  },
  'GET /api/user/digest-mail': ({ accounts }) => ok(accounts.digestMail),
  'PUT /api/user/digest-mail': ({ accounts }, { body }) => {
    accounts.digestMail = RequestedMail.parse(body);
    return ok(accounts.digestMail);
  },
  'POST /api/user/digest-mail/unsubscribe/:token': ({ accounts }) => {
    accounts.digestMail = { isOn: false };
    return ok(accounts.digestMail);
  },
  'POST /api/user/alert-mail/unsubscribe/:token': () => ok({ isOn: false }),
  'POST /api/forgot-password': () => mailSent,
  'POST /api/reset-password/:resetLink': () => none,
  'POST /api/user/email': (_state, { body }) =>
    ok({ email: (body as User).email, expiresAt: '2026-11-19T12:00:00.000Z' }, 202),
  'POST /api/user/email/confirm/:link': () => ok({ email: 'new@kurs.example' }),
  'GET /api/sessions': ({ accounts }) => ok({ items: accounts.sessions }),
  'DELETE /api/sessions': (state) => keepSessions(state, ({ isCurrent }) => isCurrent),
  'DELETE /api/sessions/:id': (state, { params }) => keepSessions(state, ({ id }) => id !== params.id),
  'GET /api/mailbox': ({ accounts: { mails } }) => mails && ok({ items: [...mails] }),
  'GET /api/mailbox/:id': ({ accounts: { mails } }, { params }) => {
    const mail = mails?.find(({ id }) => id === params.id);
    return mail ? ok(mail) : null;
  },
};

function changeUser({ accounts }: { readonly accounts: FakeAccounts }, change: Partial<User>) {
  accounts.user = { ...accounts.user, ...change };
  return ok({ user: accounts.user });
}

function keepSessions(
  { accounts }: { readonly accounts: FakeAccounts },
  isSaved: (one: (typeof someSessions)[number]) => boolean,
) {
  accounts.sessions = accounts.sessions.filter(isSaved);
  return none;
}

/** Easy, but really solved by the browser. */
const aChallenge = () =>
  createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 1, counter: 3, deriveKey, hmacSignatureSecret: 'of-the-fake' });
