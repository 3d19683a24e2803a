import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '#tests/support/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { untilACallWaits } from '#tests/support/database/until-a-call-waits.ts';
import { type Database, inTransaction, fencedDatabase } from './connection.ts';
import { checkLeader, type Leader, standForLeadership, takeLeadership } from './leader.ts';
import type { LeaderSelf } from './leader-session.ts';
import { leaderTerms } from './tables/leader-tables.ts';

let database: TestDatabase;
const leaders: Leader[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(leaders.splice(0).map((leader) => leader.release()));
  await database.close();
});

const first = { host: 'machine-1', pid: 101, address: 'https://first.example', feed: 'deriv', role: 'all' } as const;
const second = { host: 'machine-2', pid: 202, address: 'https://second.example', feed: 'deriv', role: 'all' } as const;

/** Resolves without waiting. */
const atOnce = async (_ms: number, signal: AbortSignal): Promise<void> => {
  await nextTurn();
  signal.throwIfAborted();
};
/** Never resolves; rejects on abort. */
const never = (_ms: number, signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

async function lead(self: LeaderSelf = first, wait = atOnce): Promise<Leader> {
  const leader = await takeLeadership({ url: database.url, self, log: silentLog, wait });
  leaders.push(leader);
  return leader;
}

const endSessionOfLeader = () =>
  database.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kurs leader'");

/** TCP proxy that can drop its client side while the database still holds the other side. */
async function oneSidedWire(target: string) {
  const { hostname, port } = new URL(target);
  const near = new Set<Socket>();
  const far = new Set<Socket>();
  const server = createServer((socket) => {
    const other = connect(Number(port), hostname);
    near.add(socket);
    far.add(other);
    socket.on('error', () => undefined);
    other.on('error', () => undefined);
    socket.pipe(other, { end: false });
    other.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  const destroyAll = (sockets: Set<Socket>): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: url.href,
    breakNearSide: () => destroyAll(near),
    close: async () => {
      destroyAll(near);
      destroyAll(far);
      server.close();
      await once(server, 'close');
    },
  };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn();
}

describe('leadership of a database', () => {
  it('records a term and the leading process', async () => {
    const leader = await lead();
    expect([leader.isLeading(), leader.term()]).toEqual([true, 1]);
    expect(await database.db.select().from(leaderTerms)).toMatchObject([{ ...first, term: 1 }]);
  });

  it('sends heartbeats while it migrates, so that the server does not end its session meanwhile', async () => {
    const beating = `select 1 from pg_stat_activity
      where application_name = 'kurs leader' and datname = current_database() and query = 'select 1'`;
    const prepare = async (): Promise<void> => {
      while ((await database.pool.query(beating)).rowCount === 0);
    };
    leaders.push(await takeLeadership({ url: database.url, self: first, log: silentLog, wait: atOnce, prepare }));
    expect(leaders.at(-1)?.isLeading()).toBe(true);
  });

  it('waits for a process that is shutting down', async () => {
    const ending = await lead();
    let waits = 0;
    const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
      waits += 1;
      if (waits === 3) await ending.release();
      await (waits > 3 ? never(ms, signal) : nextTurn());
    };
    const next = await takeLeadership({ url: database.url, self: second, log: silentLog, wait });
    leaders.push(next);
    expect(next.term()).toBe(2);
  });
});

describe('a leader whose connection breaks', () => {
  it('takes the lock again with a new term when no other process has led', async () => {
    const leader = await lead();
    await endSessionOfLeader();
    await until(() => leader.isLeading() && leader.term() === 2);
    expect(await database.db.select().from(leaderTerms)).toHaveLength(2);
  });

  it('is deposed by a process that led in the meantime, even if the lock is free again', async () => {
    const leader = await lead();
    const other = await database.pool.connect();
    // Another process led briefly: its term is stored when the first one checks.
    await other.query(`insert into leader_terms (host, pid, backend_pid, address, feed, started_at)
      values ('machine-2', 202, 0, 'https://second.example', 'deriv', now())`);
    other.release();
    await endSessionOfLeader();
    expect(await leader.deposed).toMatch(/process 202 on machine-2/);
    expect(leader.isLeading()).toBe(false);
  });

  it('terminates its own session that the server still holds, and takes the lock', async () => {
    const proxy = await oneSidedWire(database.url);
    const leader = await takeLeadership({ url: proxy.url, self: first, log: silentLog, wait: atOnce });
    leaders.push(leader);
    const { rows } = await database.pool.query('select backend_pid from leader_terms');
    proxy.breakNearSide();
    await until(() => leader.isLeading() && leader.term() === 2);
    const held = await database.pool.query(`select pid from pg_locks where locktype = 'advisory' and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`);
    expect(held.rows).toHaveLength(1);
    expect(held.rows[0]?.pid).not.toBe(rows[0]?.backend_pid);
    await leader.release();
    await proxy.close();
  });
});

describe('an engine that stands for leadership', () => {
  const stand = async (self: LeaderSelf = { ...second, role: 'engine' }): Promise<Leader> => {
    const leader = await standForLeadership({ url: database.url, self, log: silentLog, wait: atOnce });
    leaders.push(leader);
    return leader;
  };

  it('leads once the leader has stopped', async () => {
    const former = await lead({ ...first, role: 'engine' });
    const next = await stand();
    expect([next.isLeading(), next.term()]).toEqual([false, 0]);
    await former.release();
    await next.elected;
    expect([next.isLeading(), next.term()]).toEqual([true, 2]);
  });

  it('does not stand beside a process that leads alone', async () => {
    await lead();
    await expect(stand()).rejects.toThrow('process 101 on machine-1');
  });

  it('stops waiting for the lead when it is released', async () => {
    await lead({ ...first, role: 'engine' });
    await (await stand()).release();
  });
});

describe('a fenced database', () => {
  it('commits for the newest term, and rolls back for an older one', async () => {
    const former = fencedDatabase(database.db, await lead());
    const insert = (db: Database) => inTransaction(db, ({ tx }) => tx.execute(sql`create table fenced_table ()`));
    await leaders.splice(0)[0]?.release();
    const next = fencedDatabase(database.db, await lead(second));
    await expect(insert(former)).rejects.toThrow('term 1 has ended: another process leads');
    await insert(next);
    await expect(insert(database.db)).rejects.toThrow();
  });

  it('lets no newer term begin before its transaction has ended', async () => {
    const leader = await lead();
    const order: string[] = [];
    const working = Promise.withResolvers<void>();
    const isIn = Promise.withResolvers<void>();
    const write = inTransaction(fencedDatabase(database.db, leader), async () => {
      isIn.resolve();
      await working.promise;
      order.push('written');
    });
    await isIn.promise;
    await leaders.splice(0)[0]?.release();
    const next = lead(second).then(() => order.push('began'));
    await untilACallWaits(database);
    working.resolve();
    await Promise.all([write, next]);
    expect(order).toEqual(['written', 'began']);
  });
});

describe('a command beside the product', () => {
  it('finds the leader, or none', async () => {
    const nobody = await checkLeader(database.url);
    expect(nobody.leader).toBeNull();
    await nobody.release();
    await lead();
    const met = await checkLeader(database.url);
    expect(met.leader).toMatchObject({ feed: 'deriv', pid: 101 });
    await met.release();
  });
});
