import { pino } from 'pino';
import type { LightMyRequestResponse } from 'fastify';
import type { AppContext } from '#server/app.ts';
import { apiError } from '#server/http/api-error.ts';
import { connectDatabase, type DatabaseConnection } from '#server/database/connection.ts';
import type { Captcha } from '#server/integrations/captcha/captcha.ts';
import { openAccounts, untilIdle } from '#server/modules/accounts/accounts-context.ts';
import { accountsModule } from '#server/modules/accounts/module.ts';
import { newPasswords, type Passwords } from '#server/modules/accounts/sign-in/passwords.ts';
import type { Message } from '#server/deliveries/message.ts';
import { createChaosProxy } from './network/chaos-proxy.ts';
import { fakeCaptcha, fakeMail, solved } from './test-people.ts';
import { createTestApp } from './test-app.ts';
import { testConfig, testPlatform } from './test-platform.ts';
import { createVirtualTime } from './virtual-time.ts';
import { recordLocks } from './database/lock-order.ts';
import { createTestDatabase } from './test-database.ts';

type Headers = Readonly<Record<string, string>>;
export type Answer = LightMyRequestResponse;

export interface Call {
  readonly headers?: Headers;
  readonly remoteAddress?: string;
  readonly token?: string;
  readonly cookie?: string;
}

interface Options {
  readonly config?: Partial<AppContext['config']>;
  readonly adminEmails?: readonly string[];
  /** As outside of the demo. */
  readonly adminsNeedFactor?: boolean;
  readonly capturesLog?: boolean;
  readonly captcha?: Captcha;
}

export const password = 'Long-enough-1';
const publicUrl = 'http://localhost:3000';

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
}: Options = {}) {
  const database = await createTestDatabase();
  const databaseProxy = await createChaosProxy(database.url);
  const connection = connectDatabase({ url: databaseProxy.url, onIdleError: () => {}, maxConnections: 10 });
  const statements = recordStatements(connection);
  const locks = recordLocks(connection.pool);
  const mails: Message[] = [];
  /** How long each answer was delayed, milliseconds. */
  const pauses: number[] = [];
  const log: string[] = [];
  const queue = {
    /** Whether further passwords are rejected, as by a full queue. */
    isQueueFull: false,
  };
  const counted = countingPasswords(() => queue.isQueueFull);
  const { clock, advance } = createVirtualTime(Date.parse('2026-03-02T09:00:00.000Z'));
  const accounts = openAccounts({
    ...testPlatform(connection, { clock, log: pino({ level: 'error' }, { write: (line) => void log.push(line) }) }),
    config: testConfig({
      publicUrl: config?.publicUrl ?? publicUrl,
      adminEmails: [...adminEmails],
      demo: !adminsNeedFactor,
    }),
    captcha,
    mail: fakeMail(mails),
    pause: async (ms) => void pauses.push(ms),
    passwords: counted.passwords,
  });
  const app = await createTestApp({
    routes: accountsModule(accounts).routes,
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
    await untilIdle(accounts);
    return answer;
  };

  return Object.assign(queue, {
    app,
    accounts,
    database,
    mails,
    pauses,
    /** How many passwords were hashed or compared. */
    hashings: counted.count,
    /** Statements outside transactions, in order. */
    statements,
    clock: { ...clock, advance },
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

export type TestAccounts = Awaited<ReturnType<typeof createTestAccounts>>;

const toCredentials = ({ token, cookie }: Call): Headers => ({
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(cookie === undefined ? {} : { cookie: `refresh=${cookie}` }),
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

function countingPasswords(isQueueFull: () => boolean): { passwords: Passwords; count: () => number } {
  const real = newPasswords();
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
  answer.cookies.find(({ name }) => name.endsWith('refresh'))?.value ?? '';

/** The secret part of the newest mailed link of a kind. */
export function mailedLink({ mails }: TestAccounts, kind: 'activation' | 'reset', to: string): string {
  const mail = mails.findLast((one) => one.kind === kind && one.to === to);
  if (!mail || !('link' in mail)) throw new Error(`no ${kind} mail to ${to}`);
  return mail.link.split(kind === 'activation' ? '/activate/' : '#link=')[1] ?? '';
}
