import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/database/connection.ts';
import { type Bus, createInProcessBus } from '#server/integrations/bus/bus.ts';
import { createValkeyBus } from '#server/integrations/bus/valkey-bus.ts';
import { createValkey, type Valkey } from '#server/integrations/valkey/valkey.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { enqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { administer } from '#tests/support/test-database.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { openStream, type ResumingStream } from './open-stream.ts';
import { type Cluster, describeCluster, type SeededUser, startCluster } from './start-cluster.ts';

let cluster: Cluster;
let valkey: Valkey;
let bus: Bus;
const streams: ResumingStream[] = [];

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await pause(10);
};
const open = (url: string, { token }: SeededUser): ResumingStream => {
  const stream = openStream({ url, token });
  streams.push(stream);
  return stream;
};
/** As a third process of the product does it; with an in-process bus no other process is notified. */
const enqueue = ({ id }: SeededUser, balance: number, by: Bus = bus): Promise<void> =>
  inTransaction(cluster.database.db, (work) =>
    enqueueUserEvents({ bus: by, clock: Date }, work, [
      { userId: id, name: 'balance', data: { balance, isBalanceValid: true, checkedAt: null } },
    ]),
  );
const toBalances = ({ messages }: ResumingStream): number[] =>
  messages.filter(({ event }) => event === 'balance').map(({ data }) => JSON.parse(data).balance);
const get = (url: string, path: string, { token }: SeededUser): Promise<Response> =>
  fetch(url + path, { headers: { authorization: `Bearer ${token}` } });

describeCluster('two api processes on one Valkey, behind nginx', () => {
  beforeAll(async () => {
    cluster = await startCluster(['api', 'api']);
    valkey = createValkey({ url: cluster.valkey.url, name: 'a-third', after: systemScheduler.after, log: silentLog });
    bus = createValkeyBus(valkey, silentLog);
    await valkey.start();
    await until(() => bus.isUp());
  }, 120_000);
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close();
  });
  afterAll(async () => {
    await valkey?.stop();
    await cluster?.close();
  });

  const [first, second] = [() => cluster.of('api')[0]?.url ?? '', () => cluster.of('api')[1]?.url ?? ''];

  it('an event of any process reaches the streams of its user in all processes, once', async () => {
    const [user, other] = await cluster.seedUsers(2);
    if (!user || !other) throw new Error('two users');
    const [here, there, theirs] = [open(first(), user), open(second(), user), open(cluster.url, other)];
    await until(() => [here, there, theirs].every((stream) => stream.isOpen()));
    for (let balance = 1; balance <= 50; balance++) await enqueue(user, balance);
    await Promise.all([here, there].map((stream) => stream.until(({ data }) => data.includes('"balance":50'))));
    const all = Array.from({ length: 50 }, (_, i) => i + 1);
    expect([toBalances(here), toBalances(there), toBalances(theirs)]).toEqual([all, all, []]);
  });

  it('a login session that ends in one process ends its streams and its calls in the other', async () => {
    const [user] = await cluster.seedUsers(1);
    if (!user) throw new Error('a user');
    const stream = open(second(), user);
    await until(() => stream.isOpen());
    expect((await get(second(), '/api/signal/session', user)).status).toBe(200);
    const sessions = await (await get(first(), '/api/sessions', user)).json();
    const own = sessions.items.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    const headers = { authorization: `Bearer ${user.token}` };
    const ended = await fetch(`${first()}/api/sessions/${own.id}`, { method: 'DELETE', headers });
    expect(ended.status).toBe(204);
    await until(() => stream.refusedWith() === 401);
    expect((await get(second(), '/api/signal/session', user)).status).toBe(401);
  });

  it('A47: of the streams of a user five are open, however many processes there are', async () => {
    const [user] = await cluster.seedUsers(1);
    if (!user) throw new Error('a user');
    const many = Array.from({ length: 8 }, (_, i) => open(i % 2 ? first() : second(), user));
    await until(() => many.every((stream) => stream.isOpen() || stream.refusedWith() === 429));
    expect(many.filter((stream) => stream.isOpen())).toHaveLength(5);
  });

  it('F30, F52: without Valkey streams stay open and get their events, sign-in and history go on, and it all resumes', async () => {
    const [user] = await cluster.seedUsers(1);
    if (!user) throw new Error('a user');
    const [here, there] = [open(first(), user), open(second(), user)];
    await until(() => here.isOpen() && there.isOpen());
    await enqueue(user, 1);
    await cluster.valkey.kill();
    await until(() => !bus.isUp());
    await enqueue(user, 2);
    await Promise.all([here, there].map((stream) => stream.until(({ data }) => data.includes('"balance":2,'))));
    expect((await get(cluster.url, '/api/signal/user/history', user)).status).toBe(200);
    const late = open(cluster.url, user);
    await until(() => late.isOpen());
    await cluster.valkey.restart();
    await until(() => bus.isUp());
    await enqueue(user, 3);
    await Promise.all([here, there, late].map((stream) => stream.until(({ data }) => data.includes('"balance":3,'))));
    await valkey.commands.flushall();
    await enqueue(user, 4);
    await Promise.all([here, there, late].map((stream) => stream.until(({ data }) => data.includes('"balance":4,'))));
    expect([toBalances(here), toBalances(there), toBalances(late)]).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
      [3, 4],
    ]);
    expect([here, there].map(({ openings }) => openings)).toEqual([1, 1]);
  });

  it('F53: a killed process loses no event and doubles none: its streams return through nginx and catch up', async () => {
    const users = await cluster.seedUsers(20);
    const opened = users.map((user) => open(cluster.url, user));
    await until(() => opened.every((stream) => stream.isOpen()));
    for (const user of users) await enqueue(user, 1);
    await Promise.all(opened.map((stream) => stream.until(({ data }) => data.includes('"balance":1,'))));
    await cluster.of('api')[0]?.kill();
    // Committed by a process that died before it could publish.
    for (const user of users) await enqueue(user, 2, createInProcessBus());
    for (const user of users) await enqueue(user, 3);
    for (const balance of [2, 3])
      await Promise.all(opened.map((stream) => stream.until(({ data }) => data.includes(`"balance":${balance},`))));
    await cluster.of('api')[0]?.start();
    for (const stream of opened) expect(toBalances(stream).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
    expect(opened.some(({ openings }) => openings > 1)).toBe(true);
  });

  it('F32, F53: while the processes are restarted one after the other, no call that may be repeated fails', async () => {
    const users = await cluster.seedUsers(10);
    const opened = users.map((user) => open(cluster.url, user));
    await until(() => opened.every((stream) => stream.isOpen()));
    let isOver = false;
    const statuses: number[] = [];
    const callers = users.map(async (user) => {
      while (!isOver) statuses.push((await get(cluster.url, '/api/signal/user/history', user)).status);
    });
    for (const member of cluster.of('api')) {
      await member.stop();
      await member.start();
    }
    isOver = true;
    await Promise.all(callers);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    await until(() => opened.every((stream) => stream.isOpen()));
    for (const user of users) await enqueue(user, 1);
    await Promise.all(opened.map((stream) => stream.until(({ data }) => data.includes('"balance":1,'))));
  });

  it('goes on after PostgreSQL has terminated every connection', async () => {
    const [user] = await cluster.seedUsers(1);
    if (!user) throw new Error('a user');
    const stream = open(cluster.url, user);
    await until(() => stream.isOpen());
    const name = new URL(cluster.database.url).pathname.slice(1);
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await enqueue(user, 1);
    await stream.until(({ data }) => data.includes('"balance":1,'));
    expect(stream.openings).toBe(1);
    expect((await get(cluster.url, '/api/signal/user/history', user)).status).toBe(200);
  });
});
