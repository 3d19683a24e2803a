import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountPaths, alertPaths } from '#contract/paths.ts';
import { freePort } from '#server/database/embedded/postgres-server.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { type Account, type Cluster, clusterSecret, describeCluster, startCluster } from './start-cluster.ts';

/** Enough that each can save once a round, however long the migration takes. */
const accountCount = 4;

let cluster: Cluster;
let folder: string;
let next: Product | null = null;
let accounts: Account[];

/** This release with a larger schema, as the one after it would have: a column, a table, an index. */
function makeNextRelease(): string {
  const path = mkdtempSync(join(tmpdir(), 'kurs-next-release-'));
  for (const name of ['src', 'migrations', 'package.json']) cpSync(name, join(path, name), { recursive: true });
  for (const name of ['node_modules', 'build', 'public', 'models', 'fixtures', 'docs'])
    symlinkSync(join(process.cwd(), name), join(path, name));
  const journalPath = join(path, 'migrations/meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalPath, 'utf8')) as {
    entries: { idx: number; when: number; tag: string }[];
  };
  const last = journal.entries.at(-1) ?? expect.unreachable();
  const add = (n: number, tag: string, sql: string): void => {
    journal.entries.push({ ...last, idx: last.idx + n, when: last.when + n, tag });
    writeFileSync(join(path, `migrations/${tag}.sql`), sql);
  };
  add(
    1,
    '9990_next-release',
    'alter table alert_rules add column noted text;\n--> statement-breakpoint\ncreate table next_release (id int);',
  );
  add(
    2,
    '9991_next-release-online',
    'create index concurrently if not exists alert_rules__noted_idx on alert_rules (noted);',
  );
  writeFileSync(journalPath, JSON.stringify(journal));
  return path;
}

const startNext = async (): Promise<Product> =>
  startProduct(
    {
      DATABASE_URL: cluster.database.url,
      REDIS_URL: cluster.valkey.url,
      SECRET: clusterSecret,
      DEMO: 'on',
      BROKER_API_URL: 'http://127.0.0.1:9',
      RATE_LIMIT_PER_MINUTE: '0',
      ROLE: 'api',
      PORT: String(await freePort()),
    },
    { main: join(folder, 'src/server/main.ts') },
  );

async function signIn(url: string, { email, password }: Account): Promise<string> {
  const answer = await fetch(url + accountPaths.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

/** Saves the settings of the user's alerts by the process at `url`, and reads them there. */
async function useAlerts(url: string, token: string, perHour: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const saved = await fetch(url + alertPaths.alerts, { method: 'PUT', headers, body: JSON.stringify({ perHour }) });
  expect(saved.status).toBe(200);
  expect(await (await fetch(url + alertPaths.alerts, { headers })).json()).toMatchObject({ perHour });
}

const oldUrl = (): string => cluster.of('api')[0]?.url ?? '';
const isThere = async (table: string): Promise<boolean> =>
  (await cluster.database.pool.query('select to_regclass($1) as found', [table])).rows[0].found !== null;

describeCluster('an api process of this release and one of the next', () => {
  beforeAll(async () => {
    folder = makeNextRelease();
    cluster = await startCluster(['api']);
    accounts = await cluster.seedAccounts(accountCount);
  }, 120_000);
  afterAll(async () => {
    await next?.stop();
    await cluster?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('serve side by side after the upgrade, and this release serves alone after the downgrade', async () => {
    const tokens = await Promise.all(accounts.map((account) => signIn(oldUrl(), account)));
    let perHour = 1;
    const useAll = (url: string) =>
      Promise.all(tokens.map((token) => useAlerts(url, token, perHour))).then(() => (perHour = 1 + (perHour % 60)));

    let isStarting = true;
    const starting = startNext().finally(() => {
      isStarting = false;
    });
    let rounds = 0;
    while (isStarting) {
      await useAll(oldUrl());
      rounds++;
      await pause(200);
    }
    next = await starting;
    expect(rounds).toBeGreaterThan(1);
    expect([await isThere('next_release'), await isThere('alert_rules__noted_idx')]).toEqual([true, true]);

    // What one saves the other reads, and a sign-in at one is one at the other.
    await useAll(next.url);
    await useAll(oldUrl());
    const [first = expect.unreachable()] = accounts;
    await useAlerts(oldUrl(), await signIn(next.url, first), 7);

    await next.stop();
    next = null;
    const [member] = cluster.of('api');
    await member?.stop();
    await member?.start();
    expect((await fetch(`${oldUrl()}/api/health`)).status).toBe(200);
    await useAll(oldUrl());
    expect(await isThere('next_release')).toBe(true);
  }, 180_000);
});
