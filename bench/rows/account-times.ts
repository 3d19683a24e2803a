import { randomBytes } from 'node:crypto';
import { createApp } from '#server/app.ts';
import { createAttempts } from '#server/database/attempts.ts';
import { users } from '#server/database/schema.ts';
import { createLogger } from '#server/http/logger.ts';
import { accountsRoutes } from '#server/modules/accounts/accounts.routes.ts';
import { createAccounts } from '#server/modules/accounts/create-accounts.ts';
import { passwordResetRoutes } from '#server/modules/accounts/sign-in/password-reset.routes.ts';
import { createInProcessBus } from '#server/integrations/bus/in-process-bus.ts';
import { quantile, type Figure, createFigure } from '../figure.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';
import { seedUsers } from '../setup/seed-users.ts';

const calls = 200;
const rounds = 5;
const warmUp = 20;

/**
 * A1 and A3: the robot check and the outbox are fakes, the rest is the product's, over a real
 * socket.
 */
export const accountTimesRow: Row = {
  name: 'account-times',
  what: `${calls} logins and ${calls} forgot-password calls a round, in turns for known and unknown addresses`,
  peer: 'the same call for an address that nobody registered',
  async measure(print) {
    print('starting the database');
    const postgres = await startOwnPostgres();
    const app = await startAccounts(postgres.db);
    try {
      print('seeding users');
      const known = await seedKnown(postgres.db, (rounds + 1) * calls);
      const logIn = (email: string) => ['/api/login', { email, password: 'Wrong-one-1' }] as const;
      const forgot = (email: string) => ['/api/forgot-password', { email, lang: 'en', captcha: 'solved' }] as const;
      print(`${rounds} rounds`);
      return [
        ...(await compare(app.url, 'login', known, logIn)),
        ...(await compare(app.url, 'forgot-password', known, forgot)),
      ];
    } finally {
      await app.stop();
      await postgres.stop();
    }
  },
};

type CallOf = (email: string) => readonly [path: string, body: object];

async function compare(url: string, name: string, known: readonly string[], callOf: CallOf): Promise<Figure[]> {
  const medians: { known: number; unknown: number }[] = [];
  const emails = [...known];
  for (let i = 0; i < warmUp; i += 1) await measureTime(url, callOf(`warm-${i}@nobody.example`));
  for (let round = 0; round < rounds; round += 1) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (const email of emails.splice(0, calls)) {
      times.known.push(await measureTime(url, callOf(email)));
      times.unknown.push(await measureTime(url, callOf(email.replace('@', '@nobody.'))));
    }
    medians.push({ known: quantile(times.known, 0.5), unknown: quantile(times.unknown, 0.5) });
  }
  const apart = medians.map((median) => Math.max(median.known / median.unknown, median.unknown / median.known));
  return [
    createFigure(`${name}: medians, the longer / the shorter`, '×', apart, { atMost: 1.1 }),
    createFigure(
      `${name}, a known address`,
      'ms',
      medians.map((median) => median.known),
    ),
    createFigure(
      `${name}, an unknown address`,
      'ms',
      medians.map((median) => median.unknown),
    ),
  ];
}

let callers = 0;

/**
 * Each call comes from its own address, as behind a proxy, so that the rate limit per address is
 * not measured.
 */
async function measureTime(url: string, [path, body]: ReturnType<CallOf>): Promise<number> {
  callers += 1;
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`,
  };
  const startedAt = performance.now();
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  const took = performance.now() - startedAt;
  if (answer.status !== 401 && answer.status !== 202) throw new Error(`${path} was answered with ${answer.status}`);
  return took;
}

type Db = Parameters<typeof seedUsers>[0];

async function seedKnown(db: Db, count: number): Promise<string[]> {
  await seedUsers(db, count);
  const passwordHash = await createAccountsIn(db).passwords.hash('The-right-one-1');
  await db.update(users).set({ passwordHash });
  return (await db.select({ email: users.email }).from(users)).map(({ email }) => email);
}

function createAccountsIn(db: Db) {
  return createAccounts({
    config: {
      publicUrl: 'http://localhost:3000',
      secret: randomBytes(32).toString('hex'),
      adminEmails: [],
      internalEmails: [],
      access: { minBalance: 10 },
      demo: true,
    },
    platform: {
      db,
      clock: Date,
      bus: createInProcessBus(),
      attempts: createAttempts({ db, clock: Date }),
      log: createLogger('error'),
    },
    captcha: { kind: 'altcha', siteKey: null, createChallenge: async () => null, isSolved: async () => true },
    mail: { queueMail: async () => undefined, findNewestMail: async () => null, hasMailbox: false },
  });
}

async function startAccounts(db: Db): Promise<{ url: string; stop(): Promise<void> }> {
  const accounts = createAccountsIn(db);
  const app = await createApp({
    clock: Date,
    config: {
      publicUrl: 'http://localhost:3000',
      rateLimitPerMinute: 0,
      tracesEndpoint: null,
      trustProxy: ['127.0.0.1'],
      countries: { blocked: [], header: '' },
    },
    logger: createLogger('error'),
    routes: [accountsRoutes(accounts), passwordResetRoutes(accounts)],
    readiness: [],
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, stop: () => app.close() };
}
