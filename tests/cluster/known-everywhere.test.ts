import { eq } from 'drizzle-orm';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { totpSecrets } from '#server/database/tables/factor-tables.ts';
import { sessions, users } from '#server/database/schema.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import { createValkeyBus } from '#server/integrations/bus/valkey-bus.ts';
import { createValkey, type Valkey } from '#server/integrations/valkey/valkey.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { createSessions, type Sessions } from '#server/modules/accounts/sessions/sessions.ts';
import { createTokens } from '#server/modules/accounts/sessions/tokens.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { createSaveAnswer } from '#server/modules/traders/check/save-answer.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { openStream } from './open-stream.ts';
import { type Cluster, clusterSecret, describeCluster, type SeededUser, startCluster } from './start-cluster.ts';

let cluster: Cluster;
const connections: Valkey[] = [];
/** A third process; its clock stands still, so that nothing in its cache ever expires. */
let here: Sessions;
/** As a worker does it. */
let saveAnswer: ReturnType<typeof createSaveAnswer>;

const until = async <T>(read: () => Promise<T | null | undefined | false>): Promise<T> => {
  for (;;) {
    const value = await read();
    if (value) return value;
    await pause(10);
  }
};
function aBus(name: string): Bus {
  const valkey = createValkey({ url: cluster.valkey.url, name, after: systemScheduler.after, log: silentLog });
  connections.push(valkey);
  return createValkeyBus({ valkey, log: silentLog });
}
const aUser = async (): Promise<SeededUser> => (await cluster.seedUsers(1))[0] ?? expect.unreachable();
/** Signed in with a second factor, as outside of a demo. */
async function makeAdmin({ id }: SeededUser): Promise<void> {
  const { db } = cluster.database;
  const now = new Date();
  await db.update(users).set({ role: 'admin', passwordProvenAt: now }).where(eq(users.id, id));
  await db.insert(totpSecrets).values({ userId: id, sealed: '', createdAt: now, confirmedAt: now, lastStep: 0 });
  await db.update(sessions).set({ secondFactorAt: now }).where(eq(sessions.userId, id));
}
const call = (n: number, method: string, path: string, { token }: SeededUser, body?: object): Promise<Response> =>
  fetch(`${cluster.of('api')[n]?.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const isRefused = async (n: number, user: SeededUser): Promise<boolean> =>
  (await call(n, 'GET', '/api/signal/session', user)).status === 401;

describeCluster('two api processes and a third that never reads again by itself', () => {
  beforeAll(async () => {
    cluster = await startCluster(['api', 'api']);
    const { db } = cluster.database;
    const [bus, worker] = [aBus('a-third'), aBus('a-worker')];
    const stopped = { now: () => startedAt };
    const startedAt = Date.now();
    const tokens = createTokens({ secret: clusterSecret, clock: stopped });
    here = createSessions({ db, tokens, clock: stopped, queueMail: async () => undefined, bus });
    saveAnswer = createSaveAnswer({
      db,
      enqueueUserEvents: createEnqueueUserEvents(worker, Date),
      invalidateUser: (id) => worker.notify('user_changed', id),
      rules: { minBalance: 10, vipBalance: 1_000, vipFreeUntil: null },
    });
    for (const connection of connections) await connection.start();
    await until(async () => bus.isUp() && worker.isUp());
  }, 120_000);
  afterAll(async () => {
    for (const connection of connections) await connection.stop();
    await cluster?.close();
  });

  it('a login session that ended in one is over in the others', async () => {
    const user = await aUser();
    const session = await here.whoIs(user.token);
    expect(await isRefused(1, user)).toBe(false);
    expect((await call(0, 'DELETE', `/api/sessions/${session?.sessionId}`, user)).status).toBe(204);
    await until(async () => (await here.whoIs(user.token)) === null);
    await until(() => isRefused(1, user));
  });

  it('a user whom one blocks is refused by the others, and the streams of the user end', async () => {
    const [admin, user] = [await aUser(), await aUser()];
    await makeAdmin(admin);
    const stream = openStream({ url: cluster.of('api')[1]?.url ?? '', token: user.token });
    await until(async () => stream.isOpen());
    expect((await here.whoIs(user.token))?.user.isBlocked).toBe(false);
    const block = { blocked: true, reason: 'Mass registrations' };
    expect((await call(0, 'PATCH', `/api/admin/users/${user.id}`, admin, block)).status).toBe(200);
    await until(async () => (await here.whoIs(user.token)) === null);
    await until(() => isRefused(1, user));
    await until(async () => stream.refusedWith() === 401);
    stream.close();
  });

  it('a balance that one saved is the one by which the others grant access', async () => {
    const user = await aUser();
    const mayTakeSignals = async (n: number): Promise<boolean> => {
      const answer = await call(n, 'GET', '/python_api/signal/manual?symbol=EURUSD&interval=3', user);
      return answer.status !== 403;
    };
    expect((await here.whoIs(user.token))?.user.balance).toBe(1_000);
    expect([await mayTakeSignals(0), await mayTakeSignals(1)]).toEqual([true, true]);
    const none = { isSelfExcluded: false, netTurnover: null, commission: null, registeredAt: null };
    await saveAnswer(user.id, { ...none, id: user.id, balance: 0.5, answeredAt: Date.now() });
    await until(async () => (await here.whoIs(user.token))?.user.balance === 0.5);
    await until(async () => !(await mayTakeSignals(0)) && !(await mayTakeSignals(1)));
  });
});
