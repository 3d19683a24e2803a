import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RecordStart } from '#contract/record/record.ts';
import { postgresAccount } from '#server/database/embedded/postgres-account.ts';
import { type PostgresServer, startServer } from '#server/database/embedded/postgres-server.ts';
import { readBackupTime } from '#server/files/last-backup.ts';
import { signIn } from '#tests/support/api-client.ts';
import { describeWith } from '#tests/support/network/installed.ts';
import { memoryFolder } from '#tests/support/network/memory-folder.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { filled, random, readCompose, toArguments } from './compose-file.ts';

// The product as a process, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const production = readCompose('deploy/compose.production.yaml', filled);
/** Debian's PostgreSQL: the embedded one comes without pg_dump. */
const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').toSorted() : [];
const bin = `/usr/lib/postgresql/${versions.at(-1)}/bin`;

let root: string;
let server: PostgresServer;
let product: Product | null = null;

describeWith({ postgresql: versions.length > 0 })('deploy/backup.sh and deploy/restore.sh', () => {
  beforeAll(async () => {
    root = mkdtempSync(join(memoryFolder(), 'kurs-nightly-'));
    chmodSync(root, 0o755);
    for (const name of ['data', 'lost', 'backup']) mkdirSync(join(root, name));
    const account = postgresAccount(() => undefined);
    const folder = join(root, 'postgres');
    mkdirSync(folder, { mode: 0o700 });
    if (account) chownSync(folder, account.uid, account.gid);
    const cluster = join(folder, 'cluster');
    const made = ['--username=kurs', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', '-D', cluster];
    execFileSync(join(bin, 'initdb'), made, { ...account, cwd: '/', stdio: 'pipe' });
    // As compose.production.yaml starts it.
    const [, ...flags] = toArguments(production.get('postgres')?.command);
    const settings = Object.fromEntries(flags.filter((flag) => flag !== '-c').map((flag) => flag.split('=')));
    const binaries = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), pgCtl: join(bin, 'pg_ctl') };
    server = await startServer({ folder, cluster, binaries, account, settings: { ...settings, fsync: 'off' } });
    query('create database kurs');
  });
  afterAll(async () => {
    await product?.stop();
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const url = (database = 'kurs') => `postgres://kurs@127.0.0.1:${server.port}/${database}`;
  const query = (sql: string) => execFileSync(join(bin, 'psql'), ['-qc', sql, url('postgres')]);
  const environment = (dataDir: string) => ({
    PATH: `${bin}:${process.env.PATH ?? ''}`,
    DATABASE_URL: url(),
    DATA_DIR: join(root, dataDir),
    BACKUP_DIR: join(root, 'backup'),
  });
  const run = (script: string, dataDir: string, ...args: readonly string[]) =>
    promisify(execFile)('sh', [fileURLToPath(new URL(`../../deploy/${script}`, import.meta.url)), ...args], {
      env: environment(dataDir),
    });
  const start = async (dataDir: string): Promise<Product> => {
    const { DATABASE_URL, DATA_DIR } = environment(dataDir);
    product = await startProduct({ DATABASE_URL, DATA_DIR, SECRET: random, DEMO: 'on' });
    while ((await fetch(`${product.url}/api/ready`)).status !== 200) await pause(100);
    return product;
  };
  const readRecord = async (from: Product) => RecordStart.parse(await (await fetch(`${from.url}/api/record`)).json());
  /** The health check of the service in compose.production.yaml. */
  const isFresh = (): boolean => {
    const [, check = ''] = toArguments(production.get('backup')?.healthcheck.test);
    return spawnSync('sh', ['-c', check.replace('/backup', join(root, 'backup'))]).status === 0;
  };
  const age = (name: string, hours: number): void => {
    const then = Date.now() / 1000 - hours * 3600;
    utimesSync(join(root, 'backup', name), then, then);
  };

  it('back up a running product, and restore accounts and record into an empty database', async () => {
    const first = await start('data');
    const { user } = await signIn(first.url);
    await vi.waitFor(() => expect(readdirSync(join(root, 'data/record'))).toHaveLength(1), { timeout: 60_000 });
    expect(isFresh()).toBe(false);
    const { stdout } = await run('backup.sh', 'data');
    const [name = '', ...more] = readdirSync(join(root, 'backup'));
    expect([stdout.trim(), more]).toEqual([join(root, 'backup', name), []]);
    expect(statSync(join(root, 'backup', name)).mode & 0o777).toBe(0o600);
    expect(isFresh()).toBe(true);
    expect(await readBackupTime(join(root, 'data'))).not.toBeNull();
    const before = await readRecord(first);
    await first.stop();

    await expect(run('restore.sh', 'lost', join(root, 'backup', name))).rejects.toThrow('already exists');
    expect(readdirSync(join(root, 'lost'))).toEqual([]);
    query('drop database kurs');
    query('create database kurs');
    await run('restore.sh', 'lost', join(root, 'backup', name));
    const second = await start('lost');
    expect((await signIn(second.url)).user).toEqual(user);
    const after = await readRecord(second);
    expect([after.key, after.genesis?.text]).toEqual([before.key, before.genesis?.text]);
    await second.stop();
  });

  it('leave the record that is there, which is newer than the backup', async () => {
    const note = (dataDir: string): string => {
      const folder = join(root, dataDir, 'record');
      return readFileSync(join(folder, readdirSync(folder)[0] ?? '', 'checkpoint.txt'), 'utf8');
    };
    const newer = note('lost');
    query('drop database kurs');
    query('create database kurs');
    const [name = ''] = readdirSync(join(root, 'backup'));
    const { stdout } = await run('restore.sh', 'lost', join(root, 'backup', name));
    expect(stdout).toContain('stays');
    expect(note('lost')).toBe(newer);
  });

  it('delete what is older than BACKUP_DAYS, once a new one is whole', async () => {
    const [old = ''] = readdirSync(join(root, 'backup'));
    age(old, 28);
    expect(isFresh()).toBe(false);
    await run('backup.sh', 'data');
    expect(readdirSync(join(root, 'backup'))).toHaveLength(2);
    age(old, 24 * 15.5);
    query('alter database kurs rename to away');
    await expect(run('backup.sh', 'data')).rejects.toThrow('does not exist');
    expect(readdirSync(join(root, 'backup'))).toHaveLength(2);
    query('alter database away rename to kurs');
    await run('backup.sh', 'data');
    expect(readdirSync(join(root, 'backup'))).not.toContain(old);
  });
});
