import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { seedTokens, seedUsers } from '#bench/setup/seed-users.ts';
import { newPasswords } from '#server/modules/accounts/sign-in/passwords.ts';
import { users } from '#server/database/schema.ts';
import { freePort } from '#server/database/embedded/postgres-server.ts';
import type { Role } from '#server/config/role.ts';
import { memoryFolder } from '../support/network/memory-folder.ts';
import { type Product, startProduct } from '../support/product.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { hasValkey, startTestValkey } from '#tests/support/network/start-valkey.ts';
import { describeWith } from '#tests/support/network/installed.ts';
import { hasNginx, startNginx } from '#tests/support/network/start-nginx.ts';

export const describeCluster = describeWith({ nginx: hasNginx, 'redis-server': hasValkey });

export interface SeededUser {
  readonly id: string;
  readonly token: string;
}

/** What a user signs in with. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  /** Each is at an address of its own, because sign-ins are counted by address. */
  readonly address: string;
}

const clusterSecret = 'd59ee2c2a1f1a5c3b3f5fba1bd0a2ee8c7b4d1f06a3985e20c7b164f9d83a5be';

/**
 * Processes of the product on one database and one Valkey, behind nginx. `roles`: one entry for each process. A start
 * that fails ends what it has started.
 */
export async function startCluster(roles: readonly Role[], variables: Readonly<Record<string, string>> = {}) {
  const started: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of started.toReversed()) await end();
  };
  try {
    return { ...(await startAll(roles, variables, started)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;
export type Member = Awaited<ReturnType<typeof startMember>>;

/** `started` receives how to end each part. */
async function startAll(
  roles: readonly Role[],
  variables: Readonly<Record<string, string>>,
  started: (() => Promise<unknown>)[],
) {
  const database = await createTestDatabase();
  started.push(database.close);
  const valkey = await startTestValkey();
  started.push(valkey.kill);
  const dataDir = await mkdtemp(join(memoryFolder(), 'kurs-cluster-'));
  started.push(() => rm(dataDir, { recursive: true, force: true }));
  const shared = {
    // Engines share the journal.
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    REDIS_URL: valkey.url,
    SECRET: clusterSecret,
    DEMO: 'on',
    // Balances are seeded as just checked, so the broker, at an unused port, is not called.
    BROKER_API_URL: 'http://127.0.0.1:9',
    // All requests come from one address.
    RATE_LIMIT_PER_MINUTE: '0',
    TRUST_PROXY: 'loopback',
    ...variables,
  };
  const starts = await Promise.allSettled(roles.map((role) => startMember(role, shared)));
  const members = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  started.push(() => Promise.all(members.map((member) => member.stop())));
  for (const start of starts) if (start.status === 'rejected') throw start.reason;
  const of = (role: Role): readonly Member[] => members.filter((member) => member.role === role);
  const nginx = await startNginx(of('api').map(({ url }) => Number(new URL(url).port)));
  started.push(nginx.stop);
  return {
    url: nginx.url,
    database,
    valkey,
    members,
    of,
    /** Users with signal access and an access token. */
    seedUsers: async (count: number): Promise<SeededUser[]> => {
      const ids = await seedUsers(database.db, count);
      const tokens = await seedTokens(database.db, ids, clusterSecret);
      return ids.map((id, i) => ({ id, token: tokens[i] ?? '' }));
    },
    /** Users with signal access who have not signed in. */
    seedAccounts: (count: number) => seedAccounts(database, count),
  };
}

const password = 'One-for-all-1';

async function seedAccounts({ db }: TestDatabase, count: number): Promise<Account[]> {
  const ids = await seedUsers(db, count);
  const passwordHash = await newPasswords().hash(password);
  await db.update(users).set({ passwordHash }).where(inArray(users.id, ids));
  return ids.map((id, i) => ({
    id,
    email: `${id}@kurs.example`,
    password,
    address: `10.0.${Math.floor(i / 250)}.${i % 250}`,
  }));
}

/** One process of the cluster, which can be ended and started again at the same port. */
async function startMember(role: Role, shared: Readonly<Record<string, string>>) {
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const start = (): Promise<Product> => startProduct({ ...shared, ROLE: role, PORT, PUBLIC_URL: url });
  let running: Product | null = await start();
  return {
    role,
    url,
    /** Null: it was ended and not started again. */
    process: () => running,
    kill: async () => {
      running?.process.kill('SIGKILL');
      await running?.stop();
      running = null;
    },
    stop: async () => {
      await running?.stop();
      running = null;
    },
    start: async () => {
      running = await start();
    },
  };
}
