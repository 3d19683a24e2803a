import type { FastifyInstance, InjectOptions } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Config } from '#server/config.ts';
import type { users } from '#server/database/schema.ts';
import { findUser } from '#server/modules/accounts/accounts.repository.ts';
import { createSessions } from '#server/modules/accounts/sessions/sessions.ts';
import { createTokens } from '#server/modules/accounts/sessions/tokens.ts';
import type { NewMail, QueueMail } from '#server/modules/mail/mail.api.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import { createAccountsApi } from '#server/modules/accounts/create-accounts-api.ts';
import { createWhoCalls } from '#server/modules/accounts/sessions/signed-in.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { aUser } from './a-signal.ts';
import { createTestApp } from './test-app.ts';
import { testConfig, type TestPlatform, testPlatform } from './test-platform.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

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
  readonly config: Config;
  readonly mail: { readonly queueMail: QueueMail };
  readonly accounts: AccountsApi;
}

export interface TestPeople {
  readonly database: TestDatabase;
  readonly time: VirtualTime;
  readonly app: FastifyInstance;
  /** Queued mails, oldest first. */
  readonly mails: NewMail[];
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
  const mails: NewMail[] = [];
  // Tokens use a clock that stands still, because these tests span days.
  const standing = { now: () => from };
  const secret = 'a secret of these tests, long enough for anybody';
  const tokens = createTokens({ secret, clock: standing });
  const sessions = createSessions({
    db,
    tokens,
    clock: standing,
    queueMail: async () => undefined,
    bus: createInProcessBus(),
  });
  const app = await createTestApp({
    routes: getRoutes({
      ...testPlatform(database, { time }),
      config: testConfig(),
      mail: { queueMail: async (_tx, mail) => void mails.push(mail) },
      accounts: createAccountsApi({
        db,
        sessions,
        whoCalls: createWhoCalls(sessions),
        config: {
          adminEmails: [adminEmail],
          internalEmails: [internalEmail],
          access: { minBalance: 10 },
          publicUrl: 'http://localhost:3000',
          demo: true,
        },
      }),
    }),
  });

  const createCaller = (id: string, email: string, authorization?: string): TestPerson => {
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
    const id = await aUser(db, { createdAt: new Date(from), ...change });
    const user = await findUser(db, id);
    if (!user) throw new Error('user not found');
    const { accessToken } = await sessions.start(user);
    return createCaller(id, user.email, `Bearer ${accessToken}`);
  };

  return {
    database,
    time,
    app,
    mails,
    visitor: createCaller('', ''),
    person,
    admin: () => person({ email: adminEmail }),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
