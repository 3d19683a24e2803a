import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { users } from '#server/database/schema.ts';
import { createInProcessBus } from '#server/integrations/bus/in-process-bus.ts';
import { createValkeyBus } from '#server/integrations/bus/valkey-bus.ts';
import { createValkey } from '#server/integrations/valkey/valkey.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { createSaveAnswer } from '#server/modules/traders/check/save-answer.ts';
import { createFigure } from '../figure.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import { startTestValkey } from '#tests/support/network/start-valkey.ts';
import type { Row } from '../row.ts';
import { seedSessions, seedUsers } from '../setup/seed-users.ts';
import { startProduct } from '../setup/start-product.ts';
import { createTokens } from '#server/modules/accounts/sessions/tokens.ts';

const rounds = 100;
const within = { atMost: 1_000 };

export const clusterChangesRow: Row = {
  name: 'cluster-changes',
  isOnRequest: true,
  what: 'from the answer of the process that made a change to the first call that another one decides by it, calls one after the other',
  peer: 'none',
  async measure() {
    const [postgres, valkey] = [await startOwnPostgres(), await startTestValkey()];
    const { db } = postgres;
    const SECRET = randomBytes(32).toString('hex');
    const shared = { DATABASE_URL: postgres.url, REDIS_URL: valkey.url, SECRET, DEMO: 'on', ROLE: 'api' };
    const servers = [await startProduct(shared), await startProduct(shared)] as const;
    const log = pino({ level: 'silent' });
    const connection = createValkey({ url: valkey.url, name: 'bench', after: systemScheduler.after, log });
    const bus = createValkeyBus({ valkey: connection, log });
    await connection.start();
    const saveAnswer = createSaveAnswer({
      db,
      enqueueUserEvents: createEnqueueUserEvents(createInProcessBus(), Date),
      invalidateUser: (id) => bus.notify('user_changed', id),
      rules: { minBalance: 10, vipBalance: 1_000, vipFreeUntil: null },
    });
    const tokens = createTokens({ secret: SECRET, clock: Date });
    const newUsers = async (count: number): Promise<User[]> => {
      const sessions = await seedSessions(db, await seedUsers(db, count));
      return Promise.all(sessions.map(async (session) => ({ ...session, token: await tokens.issueAccess(session) })));
    };
    try {
      const [admin] = await newUsers(1);
      await db
        .update(users)
        .set({ role: 'admin' })
        .where(eq(users.id, admin?.userId ?? ''));
      const [one, other] = servers;
      const end = (user: User) => call(one.url, 'DELETE', `/api/sessions/${user.sessionId}`, user.token);
      const block = (user: User) =>
        call(one.url, 'PATCH', `/api/admin/users/${user.userId}`, admin?.token ?? '', {
          blocked: true,
          reason: 'Bench',
        });
      const spend = async (user: User): Promise<void> => {
        const account = { id: user.userId, balance: 0, isSelfExcluded: false, answeredAt: Date.now() };
        await saveAnswer(user.userId, { ...account, netTurnover: null, commission: null, registeredAt: null });
      };
      const measured = async (path: string, change: (user: User) => Promise<unknown>, expected: number) => {
        const ms: number[] = [];
        for (const user of await newUsers(rounds)) {
          if ((await call(other.url, 'GET', path, user.token)) === expected) throw new Error('nothing would change');
          await change(user);
          const changedAt = performance.now();
          while ((await call(other.url, 'GET', path, user.token)) !== expected);
          ms.push(performance.now() - changedAt);
        }
        return ms;
      };
      const signal = '/python_api/signal/manual?symbol=EURUSD&interval=3';
      return [
        createFigure('a login session ends', 'ms', await measured('/api/signal/session', end, 401), within),
        createFigure('a user is blocked', 'ms', await measured('/api/signal/session', block, 401), within),
        createFigure('a balance falls', 'ms', await measured(signal, spend, 403), within),
      ];
    } finally {
      await connection.stop();
      for (const server of servers) await server.stop();
      await valkey.kill();
      await postgres.stop();
    }
  },
};

interface User {
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
}

async function call(url: string, method: string, path: string, token: string, body?: object): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  await answer.arrayBuffer();
  return answer.status;
}
