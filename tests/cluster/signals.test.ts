import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { desc } from 'drizzle-orm';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { inTransaction } from '#server/database/connection.ts';
import { leaderTerms } from '#server/database/tables/leader-tables.ts';
import { outcomes, signals } from '#server/database/schema.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { enqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { administer } from '#tests/support/test-database.ts';
import { createRecomputeOutcome } from './recompute-outcome.ts';
import { replayMarket, type ReplayedMarket } from './replayed-market.ts';
import { type SignalUser, startSignalUser } from './signal-user.ts';
import { type Account, type Cluster, describeCluster, type Member, startCluster } from './start-cluster.ts';

/** The goal of the project is 300 users for 120 s, which takes both cores: named on the command line only. */
const userCount = Number(process.env.CLUSTER_USERS ?? 24);
const minMs = 1_000 * Number(process.env.CLUSTER_SECONDS ?? 0);
const isLarge = userCount >= 100;
const symbols = currencyPairs.map(({ symbol }) => symbol).slice(0, isLarge ? undefined : 6);
/** Three minutes of the market take 18 s. */
const speed = 10;
/** A process lets 32 passwords wait and refuses more. */
const signInsAtOnce = 30;
const callsBetweenMs = isLarge ? 4_000 : 600;

let market: ReplayedMarket;
let cluster: Cluster;
const users: SignalUser[] = [];
let startedAt: number;
const figures: Record<string, unknown> = {};

const startUser = (account: Account, i: number): Promise<SignalUser> => {
  const symbol = symbols[i % symbols.length] ?? 'EURUSD';
  return startSignalUser({ url: cluster.url, account, symbol, betweenMs: callsBetweenMs });
};
/** Real milliseconds until it is so. */
async function msUntil(isSo: () => boolean | Promise<boolean>): Promise<number> {
  const from = performance.now();
  while (!(await isSo())) await pause(50);
  return Math.round(performance.now() - from);
}
const isOpen = ({ stream }: SignalUser): boolean => stream.isOpen();
const countIssued = (): number => users.reduce((sum, { issued }) => sum + issued.length, 0);
const countResults = (): number => users.reduce((sum, { results }) => sum + results().length, 0);
const ready = async ({ url }: { readonly url: string }): Promise<boolean> =>
  (await fetch(`${url}/api/ready`).catch(() => null))?.ok ?? false;

/** Until signals have been issued, and results received, since now. */
const untilSignalsGoOn = async (): Promise<void> => {
  const [issued, received] = [countIssued(), countResults()];
  await msUntil(() => countIssued() >= issued + 3 && countResults() >= received + 3);
};
const msUntilNextSignal = (): Promise<number> => {
  const issued = countIssued();
  return msUntil(() => countIssued() > issued);
};
/** Until every stream has prices from after now. */
const msUntilPrices = (): Promise<number> => {
  const seen = users.map(({ stream }) => stream.priceBatches);
  return msUntil(() => users.every(({ stream }, i) => stream.priceBatches > (seen[i] ?? 0)));
};

const findLeader = async (): Promise<Member | undefined> => {
  const [newest] = await cluster.database.db.select().from(leaderTerms).orderBy(desc(leaderTerms.term)).limit(1);
  return cluster.of('engine').find((engine) => engine.process()?.process.pid === newest?.pid);
};
const leader = async (): Promise<Member> => {
  await msUntil(async () => (await findLeader()) !== undefined);
  return (await findLeader()) ?? expect.unreachable();
};
const hasNewLeader = async (former: Member): Promise<boolean> => {
  const found = await findLeader();
  return found !== undefined && found !== former;
};
/** As a supervisor does. */
const restartEnded = async (): Promise<void> => {
  for (const member of cluster.members) {
    const { exitCode, signalCode } = member.process()?.process ?? { exitCode: 0, signalCode: null };
    if (exitCode === null && signalCode === null) continue;
    await member.kill();
    await member.start();
  }
};
const msUntilAllReady = (): Promise<number> =>
  msUntil(async () => {
    await restartEnded();
    return (await Promise.all(cluster.members.map(ready))).every(Boolean);
  });

describeCluster('3 api processes, 2 engines and 2 workers, with users who take signals of a replay', () => {
  beforeAll(async () => {
    market = await replayMarket(symbols, speed);
    const roles = ['engine', 'engine', 'api', 'api', 'api', 'worker', 'worker'] as const;
    cluster = await startCluster(roles, market.variables);
    await msUntilAllReady();
    startedAt = performance.now();
    const accounts = await cluster.seedAccounts(userCount);
    for (let from = 0; from < userCount; from += signInsAtOnce)
      users.push(...(await Promise.all(accounts.slice(from, from + signInsAtOnce).map(startUser))));
    await msUntil(() => users.every(isOpen));
    figures['all signed in and streaming, ms'] = Math.round(performance.now() - startedAt);
    await msUntilNextSignal();
  }, 300_000);
  afterAll(async () => {
    for (const { stream } of users) stream.close();
    await cluster?.close();
    await market?.remove();
    if (isLarge) console.log(JSON.stringify(figures, null, 2));
  }, 60_000);

  it('F51: another engine leads after the leader was killed', async () => {
    const former = await leader();
    await former.kill();
    figures['another engine leads after kill -9, ms'] = await msUntil(() => hasNewLeader(former));
    figures['next signal issued after that, ms'] = await msUntilNextSignal();
    await former.start();
  }, 300_000);

  it('F51: another engine leads after SIGTERM to the leader', async () => {
    const former = await leader();
    const ended = former.stop();
    figures['another engine leads after SIGTERM, ms'] = await msUntil(() => hasNewLeader(former));
    await ended;
    await Promise.all([former.start(), untilSignalsGoOn()]);
  }, 300_000);

  it('F51: another engine leads while the leader is paused, and what that one writes when it wakes is refused', async () => {
    const former = await leader();
    const { process, output } = former.process() ?? expect.unreachable();
    process.kill('SIGSTOP');
    figures['another engine leads after SIGSTOP, ms'] = await msUntil(() => hasNewLeader(former));
    figures['next signal issued after that takeover, ms'] = await msUntilNextSignal();
    await untilSignalsGoOn();
    const ended = once(process, 'close');
    process.kill('SIGCONT');
    await ended;
    expect(output()).toContain('another process took the lead');
    await Promise.all([restartEnded(), untilSignalsGoOn()]);
  }, 300_000);

  it('F53: streams return when an api process is restarted and another one is killed', async () => {
    const [first, second] = cluster.of('api');
    await first?.stop();
    figures['every stream back after SIGTERM of an api process, ms'] = await msUntil(() => users.every(isOpen));
    const starting = first?.start();
    await second?.kill();
    figures['every stream back after kill -9 of an api process, ms'] = await msUntil(() => users.every(isOpen));
    await Promise.all([starting, second?.start(), untilSignalsGoOn()]);
  }, 300_000);

  it('F52: prices and signals go on after Valkey was away, and after it was flushed', async () => {
    await cluster.valkey.kill();
    await msUntil(async () => !(await ready(cluster)));
    await cluster.valkey.restart();
    figures['prices on every stream after Valkey is back, ms'] = await msUntilPrices();
    figures['all ready after that, ms'] = await msUntilAllReady();
    await untilSignalsGoOn();

    const client = new Redis(cluster.valkey.url);
    await client.flushall();
    client.disconnect();
    figures['prices on every stream after FLUSHALL, ms'] = await msUntilPrices();
    await untilSignalsGoOn();
  }, 300_000);

  it('F24: signals go on after PostgreSQL has terminated every connection', async () => {
    const name = new URL(cluster.database.url).pathname.slice(1);
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    figures['next signal issued after PostgreSQL terminated every connection, ms'] = await msUntilNextSignal();
    await msUntilAllReady();
    await untilSignalsGoOn();
  }, 300_000);

  it('no signal is lost or doubled, and each came to what the recording says', async () => {
    await msUntil(() => performance.now() - startedAt >= minMs);
    await Promise.all(users.map((user) => user.stopTaking()));
    const { db } = cluster.database;
    const isSettled = async (): Promise<boolean> =>
      (await db.select().from(signals)).every(({ status }) => status === 'settled');
    figures['all settled after the last signal, ms'] = await msUntil(isSettled);
    await untilOutboxIsRead();

    const rows = await db.select().from(signals);
    const ids = rows.map(({ id }) => id).toSorted();
    const of = (read: (user: SignalUser) => readonly string[]): string[] => users.flatMap(read);
    figures.signals = rows.length;
    figures.void = rows.filter(({ result }) => result === 'void').length;
    figures['signals not issued, by answer'] = countBy(of(({ failures }) => failures.issues));
    figures['attempts that were repeated'] = countBy(of(({ failures }) => failures.repeated));

    expect(of(({ failures }) => failures.final)).toEqual([]);
    expect(of(({ issued }) => issued).filter((id) => !ids.includes(id))).toEqual([]);
    expect((await db.select().from(outcomes)).map(({ signalId }) => signalId).toSorted()).toEqual(ids);
    const newest = Math.max(...rows.map(({ expiresAt, issuedAt }) => (expiresAt ?? issuedAt).getTime()));
    const recompute = createRecomputeOutcome(await market.ticksUntil(newest));
    const toOutcome = ({ id, openPrice, closePrice, result }: (typeof rows)[number]) => ({
      id,
      openPrice,
      closePrice,
      result,
    });
    expect(rows.map(toOutcome)).toEqual(
      rows.map((row) => ({ id: row.id, ...recompute({ ...row, issuedAt: row.issuedAt.getTime() }) })),
    );
    for (const { id, results } of users) {
      const own = rows.filter(({ userId }) => userId === id).map((row) => row.id);
      expect(results().toSorted()).toEqual(own.toSorted());
    }
    expect(users.every(isOpen)).toBe(true);
  }, 300_000);
});

/** Events of which no process is notified arrive when the outbox is read again, after all that came before them. */
async function untilOutboxIsRead(): Promise<void> {
  const data = { balance: 7, isBalanceValid: true, checkedAt: null };
  await inTransaction(cluster.database.db, (work) =>
    enqueueUserEvents(
      { bus: createInProcessBus(), clock: Date },
      work,
      users.map(({ id }) => ({ userId: id, name: 'balance' as const, data })),
    ),
  );
  await Promise.all(users.map(({ stream }) => stream.until(({ data: text }) => text.includes('"balance":7,'))));
}

const countBy = (items: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(items, (item) => item)].map(([item, same]) => [item, same.length]));
