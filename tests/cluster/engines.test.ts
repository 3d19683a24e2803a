import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import { leaderTerms } from '#server/database/tables/leader-tables.ts';
import { outcomes, signals } from '#server/database/schema.ts';
import { listSignalLeaves } from '#tests/support/record/leaves-of.ts';
import { createHttpSource } from '#scripts/record/http-source.ts';
import { createSimulatedPast } from '#server/integrations/market-data/simulated-market.ts';
import { type ApiClient, signIn } from '#tests/support/api-client.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { verifyPublished } from '#tests/support/record/published-record.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { startTestValkey, type TestValkey } from '#tests/support/network/start-valkey.ts';
import { describeWithValkey } from '#tests/support/network/test-valkey.ts';

const symbols = ['EURUSD', 'GBPUSD', 'USDJPY'];
const duration = 5;

let database: TestDatabase;
let valkey: TestValkey;
let api: Product;
let engines: Product[];
let user: ApiClient;
/** The signals of this file. */
const issued: string[] = [];

const until = async <T>(read: () => Promise<T | null | undefined | false>): Promise<T> => {
  for (;;) {
    const value = await read();
    if (value) return value;
    await pause(100);
  }
};
const start = (role: string): Promise<Product> =>
  startProduct({
    ROLE: role,
    DATABASE_URL: database.url,
    REDIS_URL: valkey.url,
    SECRET: 'd59ee2c2a1f1a5c3b3f5fba1bd0a2ee8c7b4d1f06a3985e20c7b164f9d83a5be',
    BROKER_API_URL: 'http://127.0.0.1:9',
    DEMO: 'on',
    ADMIN_EMAILS: 'demo@kurs.example',
    FEED: 'simulated',
    SIMULATED_SEED: '1',
    PAIRS: symbols.join(),
    THIN_HOURS: 'include',
    RATE_LIMIT_PER_MINUTE: '0',
  });
const newestTerm = async () => (await database.db.select().from(leaderTerms).orderBy(asc(leaderTerms.term))).at(-1);
const getLeader = async (): Promise<Product | undefined> => {
  const pid = (await newestTerm())?.pid;
  return engines.find(({ process }) => process.pid === pid);
};
const nextLeader = (former: Product): Promise<Product> =>
  until(async () => {
    const leader = await getLeader();
    return leader !== former && leader;
  });

/** A signal of the api process; until a minute has been stated there is none. */
const issue = async (): Promise<string> => {
  const id = await until(async () => {
    const { status, body } = await user.get(`/python_api/signal/manual?symbol=EURUSD&interval=${duration}`);
    return status === 200 && String(body.id);
  });
  issued.push(id);
  return id;
};
const toRow = async (id: string) => (await database.db.select().from(signals).where(eq(signals.id, id)))[0];
const entered = (id: string) =>
  until(async () => {
    const row = await toRow(id);
    return row?.status === 'live' && row;
  });
/** Brings the expiry forward, so that the test does not wait for it. */
const expireIn = async (id: string, ms: number): Promise<void> => {
  const expiresAt = new Date(Date.now() + ms);
  await database.db.update(signals).set({ expiresAt }).where(eq(signals.id, id));
};
const settled = (id: string) =>
  until(async () => {
    const row = await toRow(id);
    return row?.status === 'settled' && row;
  });

const past = createSimulatedPast({ seed: 1, symbols });
const createTicks = (symbol: string, from: number, to: number) => {
  const minutes = [];
  for (let at = startOfMinute(from); at <= to; at += minuteMs) minutes.push(at);
  return minutes.flatMap((minute) => [...past.createTicks(minute)]).filter((tick) => tick.symbol === symbol);
};
type MarketTick = ReturnType<typeof createTicks>[number];
const price = (tick: MarketTick | undefined): number | null =>
  tick ? Math.round(((tick.bid + tick.ask) / 2) * 100_000) / 100_000 : null;

/** The ticks that decide a signal, as the simulated market had them. */
function findDeciding(from: number, expiresAt: number) {
  const entry = createTicks('EURUSD', from, from + 5_000).find(({ time }) => time >= from);
  if (!entry) throw new Error('the simulated market paused');
  return { entry, close: createTicks('EURUSD', from, expiresAt).findLast(({ time }) => time <= expiresAt) };
}

async function expectRight(id: string): Promise<void> {
  const { issuedAt, openedAt, expiresAt, openPrice, closePrice } = await settled(id);
  const { entry, close } = findDeciding(issuedAt.getTime(), expiresAt?.getTime() ?? 0);
  expect([openedAt?.getTime(), openPrice, closePrice]).toEqual([entry.time, price(entry), price(close)]);
  expect(await database.db.select().from(outcomes).where(eq(outcomes.signalId, id))).toHaveLength(1);
}

describeWithValkey('one api process and two engines', () => {
  beforeAll(async () => {
    [database, valkey] = await Promise.all([createTestDatabase(), startTestValkey()]);
    engines = await Promise.all([start('engine'), start('engine')]);
    api = await start('api');
    user = await signIn(api.url);
  }, 120_000);
  afterAll(async () => {
    await api?.stop();
    await Promise.all((engines ?? []).map((engine) => engine.stop()));
    await valkey?.kill();
    await database?.close();
  });

  it('says what each process is', async () => {
    const getReady = async ({ url }: Product) => (await fetch(`${url}/api/ready`)).json();
    const leader = await until(getLeader);
    // A term that began in vain keeps its number.
    const { term } = (await getReady(leader)).leader;
    expect(term).toBeGreaterThanOrEqual(1);
    expect(await getReady(leader)).toMatchObject({ role: 'engine', leader: { leading: true, term }, boardAgeMs: 0 });
    expect(await getReady(api)).toMatchObject({ role: 'api', leader: { leading: false, term } });
    for (const one of [...engines, api]) {
      const { consumers } = await getReady(one);
      expect(consumers.map(({ name }: { name: string }) => name)).toEqual(['jobs', 'push', 'telegram', 'settlement']);
      for (const consumer of consumers) expect(Object.keys(consumer)).toEqual(['name', 'lagMs']);
    }
  });

  it('shows each of them to administrators', async () => {
    const processes = await until(async () => {
      const { body } = await user.get('/api/admin/system');
      return body.processes.length === 3 && body.processes;
    });
    const [self, ...others] = processes;
    expect(self).toMatchObject({ isSelf: true, role: 'api', leader: { leading: false } });
    expect(others.map(({ role }: { role: string }) => role)).toEqual(['engine', 'engine']);
    const leading = others.filter(({ leader }: { leader: { leading: boolean } }) => leader.leading);
    expect(leading).toHaveLength(1);
    expect(self.leader.term).toBe(leading[0].leader.term);
    // A standby engine and the api process have the newest prices, too.
    for (const { priceAgeMs } of processes) expect(priceAgeMs).toEqual(expect.any(Number));
  }, 60_000);

  it('F51: a leader that stops hands over to the other engine, which settles its signals', async () => {
    const leader = await until(getLeader);
    const id = await issue();
    await entered(id);
    const ended = once(leader.process, 'exit');
    leader.process.kill('SIGTERM');
    await nextLeader(leader);
    expect(await ended).toEqual([0, null]);
    await expireIn(id, 1_000);
    await expectRight(id);
  }, 120_000);

  it('has its signals settled while the api process is away', async () => {
    const id = await issue();
    await api.stop();
    await entered(id);
    await expireIn(id, 2_000);
    await expectRight(id);
    api = await start('api');
    user = await signIn(api.url);
    const { body } = await user.get(`/api/signal/user/${user.user.id}`);
    expect(body.items[0]).toMatchObject({ id, status: 'settled' });
  }, 120_000);

  // That each of them gets one outcome there is proven by the simulation, which need not wait for it.
  it('has one record, whichever engine led', async () => {
    expect(issued.length).toBeGreaterThan(1);
    for (const id of issued) expect((await listSignalLeaves(database.db, id))[0]?.leaf.kind).toBe('signal');
    const needs = { fetchUrl: fetch, pause, now: Date.now, waited: { ms: 0 } };
    const { failures, skipped, output } = await verifyPublished(createHttpSource(api.url, needs), Date.now());
    expect([failures, skipped], output).toEqual([[], 0]);
  });
});
