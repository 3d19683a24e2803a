import { randomBytes, randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import type { Database } from '#server/database/connection.ts';
import { createInProcessBus } from '#server/integrations/bus/in-process-bus.ts';
import { findUser } from '#server/modules/accounts/accounts.repository.ts';
import { createSessions } from '#server/modules/accounts/sessions/sessions.ts';
import { createTokens } from '#server/modules/accounts/sessions/tokens.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { createSaveAnswer } from '#server/modules/traders/check/save-answer.ts';
import { atRate } from '../load/at-rate.ts';
import { type Figure, createFigure, quantile } from '../figure.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';
import { seedSessions, seedUsers } from '../setup/seed-users.ts';
import { startProduct } from '../setup/start-product.ts';
import { untilPriced } from '../load/until-priced.ts';

const signalsPerSecond = 300;
const refreshesPerSecond = 50;
const resetsPerSecond = 30;
const rotationsPerSecond = 30;
const loginsPerSecond = 5;

/**
 * Interval between two signal requests of one user: three minutes plus settlement, with a margin.
 */
const userPauseS = 210;
/** Max time that a signal may stay open past its expiry. */
const stuckAfterS = 60;
/**
 * For the shortest duration: the time until the last signal has entered, has expired and would
 * count as stuck.
 */
const drainS = 3 * 60 + 10 + stuckAfterS;

export const soakRow: Row = {
  name: 'soak',
  what: `${signalsPerSecond} signals a second beside balance refreshes (${refreshesPerSecond}), resets (${resetsPerSecond}) and sessions (${rotationsPerSecond} rotations, ${loginsPerSecond} logins); --minutes of it`,
  peer: 'none',
  isOnRequest: true,
  async measure(print, { minutes }) {
    const seconds = Math.round(minutes * 60);
    print('starting the database and the product');
    const postgres = await startOwnPostgres();
    const { db } = postgres;
    const SECRET = randomBytes(32).toString('hex');
    const product = await startProduct({ DATABASE_URL: postgres.url, SECRET });
    try {
      print('seeding users');
      const userIds = await seedUsers(db, signalsPerSecond * Math.min(seconds, userPauseS));
      const sessions = await seedSessions(db, userIds);
      const tokens = createTokens({ secret: SECRET, clock: Date });
      const getToken = (i: number) => tokens.issueAccess(sessions[i % sessions.length] as (typeof sessions)[number]);
      const symbols = currencyPairs.map(({ symbol }) => symbol);
      await untilPriced(product.url, await getToken(0), symbols);

      const agent = new Agent({ keepAlive: true, maxSockets: 64 });
      const errors = new Map<string, number>();
      const counted =
        (what: string, task: (i: number) => Promise<void>) =>
        (i: number): Promise<void> =>
          task(i).catch((error: unknown) => {
            const text = `${what}: ${getCause(error)}`;
            errors.set(text, (errors.get(text) ?? 0) + 1);
          });
      /** Issued signals with the index of their user. */
      const issued: { readonly id: string; readonly user: number }[] = [];
      const newest = () => issued[Math.max(0, issued.length - 1 - randomInt(20_000))];

      const issue = async (i: number): Promise<void> => {
        const path = `/python_api/signal/manual?interval=3&symbol=${symbols[i % symbols.length]}`;
        const { id } = await call(agent, 'GET', product.url + path, await getToken(i));
        issued.push({ id: String(id), user: i % sessions.length });
      };
      const reset = async (i: number): Promise<void> => {
        const signal = issued[Math.round((i * signalsPerSecond) / resetsPerSecond)];
        if (signal)
          await call(agent, 'DELETE', `${product.url}/api/signal/delete/${signal.id}`, await getToken(signal.user));
      };
      const refresh = createRefresh(db);
      const refreshNewest = async (): Promise<void> => {
        const signal = newest();
        if (signal) await refresh(userIds[signal.user] as string);
      };
      const login = createLogin(db, SECRET);

      print(`${seconds} s of load`);
      const progress = setInterval(() => print(`${issued.length.toLocaleString('en')} signals issued`), 30_000);
      const issuing = atRate({ perSecond: signalsPerSecond, seconds }, counted('issue', issue));
      await pause(1_000);
      const beside = { seconds: seconds - 1 };
      const [times] = await Promise.all([
        issuing,
        atRate({ ...beside, perSecond: refreshesPerSecond }, counted('balance refresh', refreshNewest)),
        atRate({ ...beside, perSecond: resetsPerSecond }, counted('reset', reset)),
        atRate(
          { ...beside, perSecond: loginsPerSecond },
          counted('login', () => login.start(userIds)),
        ),
        atRate({ ...beside, perSecond: rotationsPerSecond }, counted('rotation', login.rotate)),
      ]);
      clearInterval(progress);
      agent.destroy();
      print('waiting until the last signal is settled');
      await untilSettled(db);
      for (const [text, count] of errors) print(`${count} × ${text}`);
      const failed = [...errors.values()].reduce((sum, count) => sum + count, 0);
      return [
        createFigure('issue, p99', 'ms', [quantile(times, 0.99)]),
        createFigure('calls that failed', 'calls', [failed]),
        ...(await outcomeFigures(db)),
        ...(await deadlockFigures(db, postgres.log(), product.output())),
      ];
    } finally {
      await product.stop();
      await postgres.stop();
    }
  },
};

/** Drizzle wraps the driver's error and puts the query's values into its message. */
const getCause = (error: unknown): string =>
  error instanceof Error && error.cause ? getCause(error.cause) : String(error);

const Fields = z.record(z.string(), z.unknown());

/** Returns the response body, empty if there is none. Throws on any status other than success. */
function call(agent: Agent, method: string, url: string, token: string): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      answer.once('end', () => {
        const fields = body === '' ? {} : Fields.parse(JSON.parse(body));
        if (answer.statusCode === 200 || answer.statusCode === 204) resolve(fields);
        else reject(new Error(`${answer.statusCode} ${String(fields.code)}`));
      });
    });
    sent.once('error', reject);
    sent.end();
  });
}

/** Stores the broker's response for a user, as a second process beside the product would. */
function createRefresh(db: Database): (userId: string) => Promise<void> {
  const enqueueUserEvents = createEnqueueUserEvents(createInProcessBus(), Date);
  const rules = { minBalance: 10, vipBalance: 1_000, vipFreeUntil: null };
  const saveAnswer = createSaveAnswer({ db, enqueueUserEvents, invalidateUser: () => undefined, rules });
  return async (userId) => {
    const money = { balance: 100 + randomInt(1_000), netTurnover: randomInt(10_000), commission: randomInt(100) };
    const account = { id: userId, isSelfExcluded: false, registeredAt: null, answeredAt: Date.now(), ...money };
    await saveAnswer(userId, account);
  };
}

/**
 * Starts and rotates login sessions of the seeded users, as a second process beside the product
 * would.
 */
function createLogin(db: Database, secret: string) {
  const tokens = createTokens({ secret, clock: Date });
  const sessions = createSessions({
    db,
    tokens,
    clock: Date,
    queueMail: async () => undefined,
    bus: createInProcessBus(),
  });
  const open: string[] = [];
  return {
    start: async (userIds: readonly string[]): Promise<void> => {
      const user = await findUser(db, userIds[randomInt(userIds.length)] as string);
      if (user) open.push((await sessions.start(user)).refreshToken);
    },
    rotate: async (): Promise<void> => {
      const token = open.splice(randomInt(Math.max(1, open.length)), 1)[0];
      if (token === undefined) return;
      const next = await sessions.rotate(token);
      if (next === null) throw new Error('a session was refused');
      open.push(next.refreshToken);
    },
  };
}

/** Waits until no signal is open or the remaining ones count as stuck. */
async function untilSettled(db: Database): Promise<void> {
  for (let waitedS = 0; waitedS < drainS; waitedS += 1) {
    const { rows } = await db.execute(sql`select 1 from signals where status <> 'settled' limit 1`);
    if (rows.length === 0) return;
    await pause(1_000);
  }
}

async function outcomeFigures(db: Database): Promise<Figure[]> {
  const { rows } = await db.execute<Record<'issued' | 'open' | 'void' | 'unequal' | 'late', string>>(sql`
    select count(*) as issued,
      count(*) filter (where s.status <> 'settled') as open,
      count(*) filter (where s.result = 'void') as void,
      count(*) filter (where s.status = 'settled' and (o.signal_id is null or l.entries <> 1)) as unequal,
      coalesce(max(extract(epoch from o.settled_at - s.expires_at)), 0) as late
    from signals s
      left join outcomes o on o.signal_id = s.id
      left join lateral (select count(*) as entries from record_leaves
        where signal_id = s.id and kind in ('outcome', 'void')) l on true`);
  const of = (name: 'issued' | 'open' | 'void' | 'unequal' | 'late') => [Number(rows[0]?.[name])];
  return [
    createFigure('signals issued', 'signals', of('issued')),
    createFigure('void', 'signals', of('void')),
    createFigure('not settled', 'signals', of('open'), { atMost: 0 }),
    createFigure('settled without exactly one outcome on the record', 'signals', of('unequal'), { atMost: 0 }),
    createFigure('longest from expiry to settlement', 's', of('late'), { atMost: stuckAfterS }),
  ];
}

async function deadlockFigures(db: Database, serverLog: string, output: string): Promise<Figure[]> {
  const { rows } = await db.execute<{ deadlocks: string }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  const inLog = serverLog.split('\n').filter((line) => line.includes('deadlock detected')).length;
  const published = output.split('\n').filter((line) => line.includes('40P01')).length;
  return [
    createFigure('deadlocks that PostgreSQL counted', 'deadlocks', [Number(rows[0]?.deadlocks)], { atMost: 0 }),
    createFigure('deadlocks in its log', 'lines', [inLog], { atMost: 0 }),
    createFigure('40P01 in the log of the product', 'lines', [published], { atMost: 0 }),
  ];
}
