import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import {
  accountEndpoints,
  ActivationState,
  CaptchaKind,
  ClosedTours,
  LinkedRegistration,
  PendingEmailChange,
  SessionAnswer,
  User,
} from '#contract/accounts.ts';
import { MailboxMail, mailboxEndpoints } from '#contract/admin/outbox.ts';
import { RequestedMail } from '#contract/requested-mail.ts';
import { type TourName, tourNames } from '#domain/accounts/user.ts';
import { NewTotp, SecondFactor } from '#contract/second-factor.ts';
import { AlertSettings } from '#contract/alerts.ts';
import { TelegramConnection, TelegramLink } from '#contract/telegram.ts';
import { noAlerts } from '#domain/signals/alert-rule.ts';
import { type Address, type Call, type FakeAnswer, none, ok } from '#tests/support/network/serve.ts';

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
const aTelegramLink = { url: 'https://t.me/kurs_bot?start=a-one-use-code', expiresAt: '2026-11-18T12:10:00.000Z' };

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

export const getSession = ({ user, secondFactor: { state } }: FakeAccounts): FakeAnswer => ({
  status: 200,
  body: SessionAnswer.parse({ accessToken: 'a-token', user, secondFactor: state }),
});

/** The server's answer to a call about accounts; null: another kind of call. */
export async function answerAccounts({ method, path, body }: Call, state: FakeAccounts): Promise<FakeAnswer | null> {
  if (method !== 'GET') state.sent.push({ path, method, body });
  return (
    state.refused[path] ??
    (await answers[`${method} ${toPattern(path)}`]?.(state, path.split('/').at(-1) ?? '')) ??
    null
  );
}

const toPattern = (path: string): string =>
  path
    .replace(
      /^\/api\/(reset-password|sessions|mailbox|user\/(?:digest|alert)-mail\/unsubscribe|user\/email\/confirm)\/.+$/,
      '/api/$1/*',
    )
    .replace(/^(\/api\/auth\/activate\/)[^/]+/, '$1:link');

type Answerer = (state: FakeAccounts, last: string) => FakeAnswer | Promise<FakeAnswer> | null;

const answers: Readonly<Record<string, Answerer>> = {
  'POST /api/registration': getSession,
  'GET /api/captcha': ({ captcha }) => ok(CaptchaKind.parse(captcha)),
  'GET /api/captcha/challenge': async () => ok(await aChallenge()),
  'GET /api/resend-activation': ({ activation }) => ok(ActivationState.parse(activation)),
  'POST /api/resend-activation': () =>
    ok(accountEndpoints['POST /api/forgot-password'].answer.parse({ retryAfter: 60 }), 202),
  'GET /api/auth/activate/:link/registration': ({ registration }) => ok(registration),
  'POST /api/auth/activate/:link': (state) => {
    const { mine } = accountEndpoints['POST /api/auth/activate/:link'].body.parse(state.sent.at(-1)?.body);
    if (mine) state.user = { ...state.user, isActivated: true };
    return ok(accountEndpoints['POST /api/auth/activate/:link'].answer.parse({ activated: mine }));
  },
  'POST /api/change-email': (state) => {
    const { body } = state.sent.at(-1) ?? {};
    state.user = { ...state.user, email: (body as { email: string }).email };
    return ok({ user: state.user });
  },
  'PUT /api/user/language': (state) => {
    const { body } = state.sent.at(-1) ?? {};
    state.user = { ...state.user, ...(body as Pick<User, 'lang'>) };
    return ok({ user: state.user });
  },
  'GET /api/user/tours': ({ closedTours }) => ok(ClosedTours.parse({ closed: closedTours })),
  'PUT /api/user/tours': (state) => {
    const body = ClosedTours.parse(state.sent.at(-1)?.body);
    state.closedTours = body.closed;
    return ok(body);
  },
  'GET /api/alerts': () => ok(AlertSettings.parse(noAlerts)),
  'GET /api/push/subscriptions': () => ok({ items: [] }),
  'GET /api/telegram/link': ({ telegram }) => ok(TelegramConnection.parse(telegram)),
  'POST /api/telegram/link': () => ok(TelegramLink.parse(aTelegramLink)),
  'DELETE /api/telegram/link': (state) => {
    state.telegram = { ...state.telegram, chat: null };
    return none;
  },
  'GET /api/second-factor': ({ secondFactor }) => ok(SecondFactor.parse(secondFactor)),
  'POST /api/second-factor/confirm': (state) => {
    if (state.secondFactor.state === 'waiting') state.secondFactor = { ...state.secondFactor, state: 'passed' };
    return none;
  },
  'POST /api/second-factor/totp': () => ok(NewTotp.parse(aTotp), 201),
  'POST /api/second-factor/totp/code': (state) => {
    state.secondFactor = { ...aSecondFactor('passed'), recoveryCodesLeft: 10 };
    return ok({ recoveryCodes: someRecoveryCodes });
  },
  'GET /api/user/digest-mail': ({ digestMail }) => ok(digestMail),
  'PUT /api/user/digest-mail': (state) => {
    const { body } = state.sent.at(-1) ?? {};
    state.digestMail = RequestedMail.parse(body);
    return ok(state.digestMail);
  },
  'POST /api/user/digest-mail/unsubscribe/*': (state) => {
    state.digestMail = { isOn: false };
    return ok(state.digestMail);
  },
  'POST /api/user/alert-mail/unsubscribe/*': () => ok({ isOn: false }),
  'POST /api/forgot-password': () =>
    ok(accountEndpoints['POST /api/forgot-password'].answer.parse({ retryAfter: 60 }), 202),
  'POST /api/reset-password/*': () => none,
  'POST /api/user/email': (state) => {
    const { body } = state.sent.at(-1) ?? {};
    const { email } = body as { email: string };
    return ok(PendingEmailChange.parse({ email, expiresAt: '2026-11-19T12:00:00.000Z' }), 202);
  },
  'POST /api/user/email/confirm/*': () =>
    ok(accountEndpoints['POST /api/user/email/confirm/:link'].answer.parse({ email: 'new@kurs.example' })),
  'GET /api/sessions': ({ sessions }) => ok(accountEndpoints['GET /api/sessions'].answer.parse({ items: sessions })),
  'DELETE /api/sessions': (state) => keepSessions(state, ({ isCurrent }) => isCurrent),
  'DELETE /api/sessions/*': (state, last) => keepSessions(state, ({ id }) => id !== last),
  'GET /api/mailbox': ({ mails }) => mails && ok(mailboxEndpoints['GET /api/mailbox'].answer.parse({ items: mails })),
  'GET /api/mailbox/*': ({ mails }, last) => ok(mails?.find(({ id }) => id === last)),
} satisfies { readonly [Name in Address]?: Answerer };

function keepSessions(state: FakeAccounts, isSaved: (one: (typeof someSessions)[number]) => boolean): FakeAnswer {
  state.sessions = state.sessions.filter(isSaved);
  return none;
}

/** Easy, but really solved by the browser. */
const aChallenge = () =>
  createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 1, counter: 3, deriveKey, hmacSignatureSecret: 'of-the-fake' });
