import { randomUUID } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { users } from '#server/database/schema.ts';
import type { Message } from '#server/deliveries/message.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import { aUser } from './a-signal.ts';
import { createTestApp } from './test-app.ts';
import { testConfig, type TestPlatform, testPlatform } from './test-platform.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import type { Captcha } from '#server/integrations/captcha/captcha.ts';
import { type AccountsContext, openAccounts } from '#server/modules/accounts/accounts-context.ts';
import { findUser } from '#server/modules/accounts/accounts.repository.ts';
import { accountsApi } from '#server/modules/accounts/module.ts';
import { startSession } from '#server/modules/accounts/sessions/sessions.ts';
import type { Platform } from '#server/start/platform.ts';

type Answer = Awaited<ReturnType<FastifyInstance['inject']>>;
type Headers = Readonly<Record<string, string>>;

export interface TestPerson {
  readonly id: string;
  readonly email: string;
  get(path: string, headers?: Headers): Promise<Answer>;
  post(path: string, body?: InjectOptions['payload'], headers?: Headers): Promise<Answer>;
  put(path: string, body: object): Promise<Answer>;
  patch(path: string, body: object): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}

/** Dependencies of the modules about people and their texts. */
export interface PeopleCommon extends TestPlatform {
  readonly mail: MailApi;
  readonly accounts: AccountsApi;
}

export interface TestPeople {
  readonly database: TestDatabase;
  readonly time: VirtualTime;
  readonly app: FastifyInstance;
  /** Queued mails, oldest first. */
  readonly mails: Message[];
  readonly visitor: TestPerson;
  person(change?: Partial<typeof users.$inferInsert>): Promise<TestPerson>;
  admin(): Promise<TestPerson>;
  close(): Promise<void>;
}

const adminEmail = 'admin@kurs.example';
const internalEmail = 'tester@kurs.example';

/** Signed-in users on a separate database and clock, who call the modules under test. */
export async function createTestPeople(
  from: number,
  getRoutes: (common: PeopleCommon) => readonly FastifyPluginAsyncZod[],
): Promise<TestPeople> {
  const database = await createTestDatabase();
  const { db } = database;
  const time = createVirtualTime(from);
  const mails: Message[] = [];
  const config = testConfig({ adminEmails: [adminEmail], internalEmails: [internalEmail], demo: true });
  const platform = testPlatform(database, { config, time });
  const { accounts, signIn } = testAccounts(platform);
  const app = await createTestApp({ routes: getRoutes({ ...platform, mail: fakeMail(mails), accounts }) });

  const toCaller = (id: string, email: string, authorization?: string): TestPerson => {
    const common = { 'accept-language': 'en', ...(authorization === undefined ? {} : { authorization }) };
    return {
      id,
      email,
      get: (url, headers = {}) => app.inject({ url, headers: { ...common, ...headers } }),
      post: (url, payload = {}, headers = {}) =>
        app.inject({ method: 'POST', url, headers: { ...common, ...headers }, payload }),
      put: (url, payload) => app.inject({ method: 'PUT', url, headers: common, payload }),
      patch: (url, payload) => app.inject({ method: 'PATCH', url, headers: common, payload }),
      delete: (url) => app.inject({ method: 'DELETE', url, headers: common }),
    };
  };
  const person: TestPeople['person'] = async (change = {}) => {
    const email = change.email ?? `${randomUUID()}@kurs.example`;
    const id = await aUser(db, { createdAt: new Date(from), ...change, email });
    return toCaller(id, email, `Bearer ${await signIn(id)}`);
  };

  return {
    database,
    time,
    app,
    mails,
    visitor: toCaller('', ''),
    person,
    admin: () => person({ email: adminEmail }),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

export const solved = 'solved';

/** A robot check that a test solves by sending a fixed value. */
export const fakeCaptcha: Captcha = {
  kind: 'altcha',
  siteKey: null,
  createChallenge: async () => ({ algorithm: 'fake' }),
  isSolved: async (payload) => payload === solved,
};

/** Adds queued mails to a list, oldest first. */
export const fakeMail = (mails: Message[] = []): MailApi => ({
  queueMail: async (_tx, mail) => void mails.push(mail),
  findNewestMail: async () => null,
  countMails: async () => ({ counts: { queued: 0, sent: 0, kept: 0, refused: 0, given_up: 0 }, oldestQueuedAt: null }),
  isSending: true,
  hasMailbox: true,
});

export interface SignedInPeople {
  readonly ctx: AccountsContext;
  readonly accounts: AccountsApi;
  /** The access token of a new login session. */
  signIn(userId: string): Promise<string>;
}

/** The product's accounts and login sessions, whose clock stands still, because tests span days. */
export function testAccounts(platform: Platform, mails?: Message[]): SignedInPeople {
  const at = platform.clock.now();
  const own = { clock: { now: () => at }, bus: createInProcessBus(), captcha: fakeCaptcha, mail: fakeMail(mails) };
  const ctx = openAccounts({ ...platform, ...own });
  return {
    ctx,
    accounts: accountsApi(ctx),
    signIn: async (userId) => {
      const user = await findUser(ctx.db, userId);
      if (!user) throw new Error('user not found');
      return (await startSession(ctx, user)).accessToken;
    },
  };
}
