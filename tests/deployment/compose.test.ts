import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { Environment } from '#server/config/environment.ts';
import { describeWith } from '#tests/support/network/installed.ts';
import { hasValkey, startTestValkey } from '#tests/support/network/start-valkey.ts';
import { createCertificate } from '#tests/support/network/start-nginx.ts';
import { filled, random, read, readCompose, toArguments } from './compose-file.ts';

const files = {
  'compose.yaml': readCompose('compose.yaml', { SECRET: random }),
  'deploy/compose.production.yaml': readCompose('deploy/compose.production.yaml', filled),
};
type File = keyof typeof files;
const eachFile: readonly (readonly [File])[] = [['compose.yaml'], ['deploy/compose.production.yaml']];
const production = files['deploy/compose.production.yaml'];
const isProduct = (name: string): boolean => /^(api|engine|worker)-\d$/.test(name);
const ofProduct = (file: File) => [...files[file]].filter(([name]) => isProduct(name));

it.each(eachFile)('%s starts the processes that operating.md names, behind nginx', (file) => {
  expect(ofProduct(file).map(([name]) => name)).toEqual(['api-1', 'api-2', 'engine-1', 'engine-2', 'worker-1']);
  for (const [name, { environment, stop_grace_period: grace }] of ofProduct(file)) {
    expect(name).toMatch(new RegExp(`^${environment.ROLE}-`));
    expect(grace).toBe('15s');
  }
  const servers = [...read('deploy/nginx/upstream-compose.conf').matchAll(/^ *server (\S+):3000 /gm)];
  expect(servers.map(([, name]) => name)).toEqual(['api-1', 'api-2']);
});

it.each(eachFile)('%s has settings that the product accepts, without a misspelt one', (file) => {
  const own = file === 'compose.yaml' ? { SECRET: random } : filled;
  for (const [, { environment }] of ofProduct(file)) {
    expect(Object.keys(environment).filter((name) => !(name in Environment.shape))).toEqual([]);
    const config = parseConfig({ ...own, ...environment, DATA_DIR: tmpdir() });
    expect(config).toMatchObject({ role: environment.ROLE, demo: file === 'compose.yaml' });
  }
});

it.each(eachFile)('%s waits for services that have a health check, and mounts files that are there', (file) => {
  const folder = dirname(fileURLToPath(new URL(`../../${file}`, import.meta.url)));
  for (const { depends_on: needed, volumes, build } of files[file].values()) {
    const conditions = Array.isArray(needed) ? [] : Object.entries(needed);
    for (const [name, { condition }] of conditions)
      if (condition === 'service_healthy') expect([name, hasHealthCheck(file, name)]).toEqual([name, true]);
    const mounted = volumes.map((volume) => volume.split(':')[0] ?? '').filter((path) => path.startsWith('.'));
    for (const path of [...mounted, ...(build === undefined ? [] : [`${build.context}/Dockerfile`])])
      expect([path, existsSync(join(folder, path))]).toEqual([path, true]);
  }
});

/** Its own, or that of our image. */
function hasHealthCheck(file: File, name: string): boolean {
  const service = files[file].get(name);
  return service !== undefined && (service.healthcheck.test.length > 0 || service.image === 'kurs');
}

it.each(eachFile)('%s runs our image on a read-only root without rights', (file) => {
  const ours = [...files[file].values()].filter(({ image }) => image === 'kurs');
  expect(ours.length).toBeGreaterThan(4);
  for (const service of ours)
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
});

describe('deploy/compose.production.yaml', () => {
  it('checks, limits, restarts each service and rotates its log', () => {
    expect([...production.keys()].filter((name) => !isProduct(name))).toEqual([
      'nginx',
      'certbot',
      'postgres',
      'valkey',
      'backup',
    ]);
    for (const [name, service] of production) {
      const { mem_limit, cpus, pids_limit, logging, restart } = service;
      expect([name, hasHealthCheck('deploy/compose.production.yaml', name)]).toEqual([name, true]);
      expect([name, mem_limit, cpus, pids_limit]).not.toContain(undefined);
      expect(logging).toEqual({ driver: 'local', options: { 'max-size': '10m', 'max-file': '10' } });
      expect(restart).toBe('unless-stopped');
    }
  });

  it('publishes nothing but the ports of nginx, and metrics stay inside', () => {
    expect([...production].filter(([, { ports }]) => ports.length > 0)).toEqual([
      ['nginx', expect.objectContaining({ ports: ['80:80', '443:443'] })],
    ]);
    for (const [, { environment }] of ofProduct('deploy/compose.production.yaml'))
      expect(environment).toMatchObject({ METRICS_HOST: '0.0.0.0', METRICS_PORT: '9464' });
  });

  it('does not start without a password, a domain and a secret', () => {
    for (const name of ['POSTGRES_PASSWORD', 'DOMAIN'])
      expect(() => readCompose('deploy/compose.production.yaml', { ...filled, [name]: '' })).toThrow(name);
    const { environment = {} } = production.get('api-1') ?? {};
    expect(() => parseConfig({ ...filled, SECRET: '', ...environment })).toThrow('SECRET');
  });

  it('is upgraded as operating.md has it: each process, workers first, engines last', () => {
    const [docker = '', systemd] = [...read('docs/operating.md').matchAll(/^for one in (.*); do$/gm)].map(
      ([, names]) => names,
    );
    const byRole = ofProduct('deploy/compose.production.yaml').map(([name]) => name);
    const order = ['worker', 'api', 'engine'].flatMap((role) => byRole.filter((name) => name.startsWith(role)));
    expect(docker.split(' ')).toEqual(order);
    expect(systemd).toBe(docker);
  });

  it('has connections for 30 of each process', () => {
    const connections = /max_connections=(\d+)/.exec(String(production.get('postgres')?.command))?.[1];
    expect(Number(connections)).toBeGreaterThanOrEqual(30 * ofProduct('deploy/compose.production.yaml').length);
  });

  it('runs commands that the shell can read', () => {
    const scripts = [...production.values()].flatMap(({ command, entrypoint, healthcheck }) => {
      const { test } = healthcheck;
      const ofShell = [command, entrypoint].map(toArguments).filter(([program]) => program === 'sh');
      return [
        ...ofShell.map((words) => words[2] ?? ''),
        ...(test[0] === 'CMD-SHELL' ? toArguments(test).slice(1) : []),
      ];
    });
    expect(scripts).toHaveLength(5);
    for (const script of scripts) expect(spawnSync('sh', ['-n', '-c', script], { encoding: 'utf8' }).stderr).toBe('');
  });

  it('notices a certificate that was not renewed', () => {
    const [, program = '', ...words] = production.get('certbot')?.healthcheck.test ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'kurs-certificate-'));
    const check = (days: number): number | null => {
      createCertificate(folder, 'kurs.example', days);
      return spawnSync(
        program,
        words.map((word) => word.replace('/etc/letsencrypt/live/kurs', folder)),
      ).status;
    };
    expect([check(30), check(13)]).toEqual([0, 1]);
    rmSync(folder, { recursive: true });
  });
});

it('git and the image leave out the files that hold the secrets', () => {
  const ignored = (path: string): string => execFileSync('git', ['check-ignore', path], { encoding: 'utf8' }).trim();
  for (const path of ['.env', 'deploy/.env']) {
    expect(ignored(path)).toBe(path);
    expect(readFileSync('.dockerignore', 'utf8').split('\n')).toContain(path);
  }
});

describeWith({ 'redis-server': hasValkey })('the Valkey of deploy/compose.production.yaml', () => {
  it('refuses writes when it is full rather than drop what it has, and writes nothing to a disk', async () => {
    const [, ...settings] = toArguments(production.get('valkey')?.command);
    const valkey = await startTestValkey(settings);
    const client = new Redis(valkey.url);
    const get = async (name: string): Promise<unknown> => client.config('GET', name);
    expect(await get('maxmemory')).toEqual(['maxmemory', String(256 * 2 ** 20)]);
    expect(await get('maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    expect([await get('save'), await get('appendonly')]).toEqual([
      ['save', ''],
      ['appendonly', 'no'],
    ]);
    client.disconnect();
    await valkey.kill();
  });
});
