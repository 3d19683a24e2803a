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
import { createTestDatabase } from './test-database.ts';
import { createVirtualTime } from './virtual-time.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import type { Captcha } from '#server/integrations/captcha/captcha.ts';
import { openAccounts } from '#server/modules/accounts/accounts-context.ts';
import { findUser } from '#server/modules/accounts/accounts.repository.ts';
import { accountsApi } from '#server/modules/accounts/module.ts';
import { startSession } from '#server/modules/accounts/sessions/sessions.ts';
import type { Platform } from '#server/start/platform.ts';

type Headers = Readonly<Record<string, string>>;

/** Dependencies of the modules about people and their texts. */
export interface PeopleCommon extends TestPlatform {
  readonly mail: MailApi;
  readonly accounts: AccountsApi;
}

const adminEmail = 'admin@kurs.example';
const internalEmail = 'tester@kurs.example';

/** Calls the app as the user of this access token; without one as a visitor. */
export function aCaller(app: FastifyInstance, token?: string) {
  const common = { 'accept-language': 'en', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const sender =
    (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
    (url: string, payload?: InjectOptions['payload'], headers: Headers = {}) =>
      app.inject({ method, url, headers: { ...common, ...headers }, ...(payload !== undefined && { payload }) });
  const post = sender('POST');
  return {
    get: (url: string, headers: Headers = {}) => app.inject({ url, headers: { ...common, ...headers } }),
    head: (url: string) => app.inject({ method: 'HEAD', url, headers: common }),
    post: (url: string, payload: InjectOptions['payload'] = {}, headers: Headers = {}) => post(url, payload, headers),
    put: sender('PUT'),
    patch: sender('PATCH'),
    delete: sender('DELETE'),
  };
}

/** Signed-in users on a separate database and clock, who call the modules under test. */
export async function createTestPeople(
  from: number,
  getRoutes: (common: PeopleCommon) => readonly FastifyPluginAsyncZod[],
) {
  const database = await createTestDatabase();
  const { db } = database;
  const time = createVirtualTime(from);
  const mails: Message[] = [];
  const config = testConfig({ adminEmails: [adminEmail], internalEmails: [internalEmail], demo: true });
  const platform = testPlatform(database, { config, time });
  const { accounts, signIn } = testAccounts(platform);
  const app = await createTestApp({ routes: getRoutes({ ...platform, mail: fakeMail(mails), accounts }) });

  const toPerson = (id: string, email: string, token?: string) => ({ id, email, ...aCaller(app, token) });
  const person = async (change: Partial<typeof users.$inferInsert> = {}) => {
    const email = change.email ?? `${randomUUID()}@kurs.example`;
    const id = await aUser(db, { createdAt: new Date(from), ...change, email });
    return toPerson(id, email, await signIn(id));
  };

  return {
    database,
    time,
    app,
    /** Queued mails, oldest first. */
    mails,
    visitor: toPerson('', ''),
    person,
    admin: () => person({ email: adminEmail }),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

export type TestPeople = Awaited<ReturnType<typeof createTestPeople>>;
export type TestPerson = TestPeople['visitor'];

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

/** The product's accounts and login sessions, whose clock stands still, because tests span days. */
export function testAccounts(platform: Platform, mails?: Message[]) {
  const at = platform.clock.now();
  const own = { clock: { now: () => at }, bus: createInProcessBus(), captcha: fakeCaptcha, mail: fakeMail(mails) };
  const ctx = openAccounts({ ...platform, ...own });
  return {
    ctx,
    accounts: accountsApi(ctx),
    /** The access token of a new login session. */
    signIn: async (userId: string) => {
      const user = await findUser(ctx.db, userId);
      if (!user) throw new Error('user not found');
      return (await startSession(ctx, user)).accessToken;
    },
  };
}
