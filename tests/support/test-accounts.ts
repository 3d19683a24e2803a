import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { AppDependencies } from '#server/app.ts';
import { createAttempts } from '#server/database/attempts.ts';
import { apiError } from '#server/http/api-error.ts';
import { connectDatabase, type DatabaseConnection } from '#server/database/connection.ts';
import type { Captcha } from '#server/integrations/captcha/captcha.ts';
import {
  accountsRoutes,
  activationRoutes,
  captchaRoutes,
  passwordResetRoutes,
} from '#server/modules/accounts/accounts.routes.ts';
import { adminUsersRoutes } from '#server/modules/accounts/administration/admin-users.routes.ts';
import {
  secondFactorRoutes,
  emailChangeRoutes,
  ownSessionsRoutes,
  ownDataRoutes,
} from '#server/modules/accounts/own-account.routes.ts';
import { type Accounts, createAccounts } from '#server/modules/accounts/create-accounts.ts';
import { createPasswords, type Passwords } from '#server/modules/accounts/sign-in/passwords.ts';
import type { NewMail } from '#server/modules/mail/mail.api.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { type ChaosProxy, createChaosProxy } from './network/chaos-proxy.ts';
import { createTestApp } from './test-app.ts';
import { recordLocks } from './database/lock-order.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

type Headers = Readonly<Record<string, string>>;
export type Answer = LightMyRequestResponse;

export interface Call {
  readonly headers?: Headers;
  readonly remoteAddress?: string;
  readonly token?: string;
  readonly cookie?: string;
}

export interface TestAccounts {
  readonly app: FastifyInstance;
  readonly accounts: Accounts;
  readonly database: TestDatabase;
  /** Queued mails, oldest first. */
  readonly mails: NewMail[];
  /** How long each answer was delayed, milliseconds. */
  readonly pauses: number[];
  /** How many passwords were hashed or compared. */
  readonly hashings: () => number;
  /** Statements outside transactions, in order. */
  readonly statements: string[];
  /** The wall clock of the product under test. */
  readonly clock: { now(): number; advance(ms: number): void };
  /** Whether further passwords are rejected, as by a full queue. */
  isQueueFull: boolean;
  /** Entries of the log, if requested. */
  readonly log: string[];
  /** The connection to the database, which a test may cut. */
  readonly databaseProxy: ChaosProxy;
  get(path: string, call?: Call): Promise<Answer>;
  post(path: string, body?: unknown, call?: Call): Promise<Answer>;
  delete(path: string, call?: Call): Promise<Answer>;
  close(): Promise<void>;
}

interface Options {
  readonly config?: Partial<AppDependencies['config']>;
  readonly adminEmails?: readonly string[];
  /** As outside of the demo. */
  readonly adminsNeedFactor?: boolean;
  readonly capturesLog?: boolean;
  readonly captcha?: Captcha;
}

export const solved = 'solved';
export const password = 'Long-enough-1';
const secret = 'a secret of these tests, long enough for anybody';
const publicUrl = 'http://localhost:3000';

/** A robot check that a test solves by sending a fixed value. */
const fakeCaptcha: Captcha = {
  kind: 'altcha',
  siteKey: null,
  createChallenge: async () => ({ algorithm: 'fake' }),
  isSolved: async (payload) => payload === solved,
};

/**
 * The product's accounts on a separate database, over real HTTP handling, with a clock that the
 * test advances.
 */
export async function createTestAccounts({
  config,
  adminEmails = [],
  adminsNeedFactor = false,
  capturesLog,
  captcha = fakeCaptcha,
}: Options = {}): Promise<TestAccounts> {
  const database = await createTestDatabase();
  const databaseProxy = await createChaosProxy(database.url);
  const connection = connectDatabase({ url: databaseProxy.url, onIdleError: () => {}, maxConnections: 10 });
  const { db } = connection;
  const statements = recordStatements(connection);
  const locks = recordLocks(connection.pool);
  const mails: NewMail[] = [];
  const pauses: number[] = [];
  const log: string[] = [];
  const queue = { isQueueFull: false };
  const counted = countingPasswords(() => queue.isQueueFull);
  const clock = movableClock();
  const accounts = createAccounts({
    config: {
      publicUrl: config?.publicUrl ?? publicUrl,
      secret,
      adminEmails: [...adminEmails],
      internalEmails: [],
      access: { minBalance: 10 },
      demo: !adminsNeedFactor,
    },
    platform: {
      db,
      clock,
      bus: createInProcessBus(),
      attempts: createAttempts({ db, clock, secrets: { secret } }),
      log: { error: (error: unknown) => void log.push(JSON.stringify(error)) },
    },
    captcha,
    mail: {
      queueMail: async (_tx, mail) => void mails.push(mail),
      findNewestMail: async () => null,
      hasMailbox: true,
    },
    pause: async (ms) => void pauses.push(ms),
    passwords: counted.passwords,
  });
  const modules = [
    accountsRoutes,
    activationRoutes,
    captchaRoutes,
    ownSessionsRoutes,
    ownDataRoutes,
    passwordResetRoutes,
    emailChangeRoutes,
    secondFactorRoutes,
    adminUsersRoutes,
  ];
  const app = await createTestApp({
    routes: modules.map((module) => module(accounts)),
    ...(config ? { config } : {}),
    ...(capturesLog ? { onLog: (line: string) => void log.push(line) } : {}),
  });

  const send = async (method: 'GET' | 'POST' | 'DELETE', url: string, body: unknown, call: Call = {}) => {
    const answer = await app.inject({
      method,
      url,
      remoteAddress: call.remoteAddress ?? '203.0.113.1',
      headers: { 'accept-language': 'en', ...toCredentials(call), ...call.headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    await accounts.idle();
    return answer;
  };

  return Object.assign(queue, {
    app,
    accounts,
    database,
    mails,
    pauses,
    hashings: counted.count,
    statements,
    clock,
    log,
    databaseProxy,
    get: (path: string, call?: Call) => send('GET', path, undefined, call),
    post: (path: string, body?: unknown, call?: Call) => send('POST', path, body, call),
    delete: (path: string, call?: Call) => send('DELETE', path, undefined, call),
    close: async () => {
      await app.close();
      await connection.close();
      await databaseProxy.close();
      await database.close();
      locks.requireOrder();
    },
  });
}

const toCredentials = ({ token, cookie }: Call): Headers => ({
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(cookie === undefined ? {} : { cookie: `kurs_refresh=${cookie}` }),
});

function recordStatements({ pool }: DatabaseConnection): string[] {
  const statements: string[] = [];
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  Object.assign(pool, {
    query: (...args: unknown[]) => {
      statements.push((args[0] as { text: string }).text);
      return query(...args);
    },
  });
  return statements;
}

function movableClock() {
  let now = Date.parse('2026-03-02T09:00:00.000Z');
  return {
    now: () => now,
    advance: (ms: number) => {
      now += ms;
    },
  };
}

function countingPasswords(isQueueFull: () => boolean): { passwords: Passwords; count: () => number } {
  const real = createPasswords();
  let count = 0;
  const counted = async <T>(job: () => Promise<T>): Promise<T> => {
    if (isQueueFull()) throw apiError('overloaded', { retryAfterS: 2 });
    count += 1;
    return job();
  };
  return {
    passwords: {
      hash: (text) => counted(() => real.hash(text)),
      isRight: (text, passwordHash) => counted(() => real.isRight(text, passwordHash)),
    },
    count: () => count,
  };
}

export interface Registered {
  readonly email: string;
  readonly id: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

let registered = 0;

/** A new account, registered from its own address. */
export async function register(product: TestAccounts, change: object = {}, call: Call = {}): Promise<Registered> {
  registered += 1;
  const form = { email: `person-${registered}@kurs.example`, password, lang: 'en', captcha: solved, ...change };
  const answer = await product.post('/api/registration', form, {
    remoteAddress: `198.51.100.${registered % 250}`,
    ...call,
  });
  if (answer.statusCode !== 201) throw new Error(`registration was refused: ${answer.body}`);
  const { accessToken, user } = answer.json<{ accessToken: string; user: { id: string } }>();
  return { email: form.email, id: user.id, accessToken, refreshToken: getRefreshToken(answer) };
}

/** The refresh credential that an answer sets. */
export const getRefreshToken = (answer: Answer): string =>
  answer.cookies.find(({ name }) => name.endsWith('kurs_refresh'))?.value ?? '';

/** The secret part of the newest mailed link of a kind. */
export function mailedLink({ mails }: TestAccounts, kind: 'activation' | 'reset', to: string): string {
  const mail = mails.findLast((one) => one.kind === kind && one.to === to);
  if (!mail || !('link' in mail)) throw new Error(`no ${kind} mail to ${to}`);
  return mail.link.split(kind === 'activation' ? '/activate/' : '#link=')[1] ?? '';
}
