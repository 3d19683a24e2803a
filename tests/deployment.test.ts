import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { Environment } from '#server/config/environment.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const isThere = (path: string): boolean => existsSync(new URL(`../${path}`, import.meta.url));
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);

const compose = read('compose.yaml');
const dockerfile = read('Dockerfile');
const services = all(compose.slice(compose.indexOf('\nservices:')), /^ {2}([\w-]+):/gm);
/** The settings that the processes of the product share in compose.yaml. */
const shared: Record<string, string> = Object.fromEntries(
  [...(/^x-environment:.*\n((?: {2}.*\n)+)/m.exec(compose)?.[1] ?? '').matchAll(/^ {2}(\w+): (.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('"', '')],
  ),
);

describe('compose.yaml', () => {
  it('starts the processes that operating.md names', () => {
    const ofProduct = services.filter((name) => /^(api|engine|worker)-\d$/.test(name));
    expect(ofProduct).toEqual(['api-1', 'api-2', 'api-3', 'engine-1', 'engine-2', 'worker-1', 'worker-2']);
  });

  it.each(['api', 'engine', 'worker'])('has settings that ROLE=%s accepts, without a misspelt one', (role) => {
    expect(Object.keys(shared)).toContain('REDIS_URL');
    expect(Object.keys(shared).filter((name) => !(name in Environment.shape))).toEqual([]);
    const config = parseConfig({ ...shared, SECRET: randomBytes(32).toString('hex'), ROLE: role });
    expect(config).toMatchObject({ role, demo: true });
  });

  it('waits for services that have a health check, and mounts files that are there', () => {
    for (const name of all(compose, /^ {4}([\w-]+): \{ condition: service_healthy \}/gm)) {
      const service = compose.slice(compose.indexOf(`\n  ${name}:\n`) + 1).split(/\n {2}\S/)[0];
      expect([name, service?.includes('healthcheck:')]).toEqual([name, true]);
    }
    const named = [...all(compose, /"\.\/([^:"]+):/g), ...all(compose, /command: node (\S+)/g)];
    expect(named).toEqual(['deploy/nginx.conf', 'src/sandbox-broker/main.ts']);
    for (const path of named) expect([path, isThere(path)]).toEqual([path, true]);
  });

  it('nginx passes requests to each api process', () => {
    const servers = all(read('deploy/nginx.conf'), /^ *server (api-\d):3000 /gm);
    expect(servers).toEqual(services.filter((name) => name.startsWith('api-')));
  });
});

describe('Dockerfile', () => {
  const stages = dockerfile.split(/^FROM /m).slice(1);

  it('copies what is there, into an image of two stages that runs as a user without rights', () => {
    expect(stages).toHaveLength(2);
    const copied = all(stages[1] ?? '', /^COPY --from=build \/kurs\/(\S+)/gm);
    const built = ['node_modules', 'build'];
    expect(copied.filter((path) => !built.includes(path) && !isThere(path))).toEqual([]);
    expect(stages[1]).toMatch(/^USER node$/m);
    expect(stages[1]).toMatch(/^HEALTHCHECK /m);
  });

  it('has every file outside src that the product reads', () => {
    const copied = all(stages[1] ?? '', /^COPY --from=build \/kurs\/(\S+)/gm);
    const sources = execFileSync('git', ['ls-files', 'src/server', 'src/sandbox-broker'], {
      encoding: 'utf8',
    });
    const paths = sources
      .split('\n')
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .flatMap((path) =>
        all(read(path), /new URL\('(\.\.?\/[^']+)', import\.meta\.url\)/g).map((to) => posix.join(dirname(path), to)),
      );
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !copied.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([]);
  });

  it('builds both stages on one base image, named by its digest here and in compose.yaml, and warns of a tag alone', () => {
    expect(stages.map((stage) => stage.split(/\s/, 1)[0])).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}']);
    const [, pinned = ''] = /^ARG NODE_IMAGE=(\S+@sha256:[0-9a-f]{64})$/m.exec(dockerfile) ?? [];
    expect(compose).toContain(`NODE_IMAGE: \${NODE_IMAGE:-${pinned}}`);
    expect(pinned).toMatch(/^node:\d+-bookworm-slim@/);
    const [, warning = ''] = /^RUN (case "\$NODE_IMAGE" .*)$/m.exec(dockerfile) ?? [];
    const warn = (image: string): string =>
      spawnSync('sh', ['-c', warning], { env: { NODE_IMAGE: image }, encoding: 'utf8' }).stderr;
    expect(warn('node:26-bookworm-slim')).toContain('WARNING');
    expect(warn(`node:26-bookworm-slim@sha256:${'0'.repeat(64)}`)).toBe('');
  });

  it('runs in compose.yaml on a read-only root without rights', () => {
    const count = (pattern: RegExp): number => [...compose.matchAll(pattern)].length;
    expect(count(/^ +image: kurs$/gm)).toBe(2);
    expect(count(/^ +read_only: true\n +cap_drop: \[ALL\]\n +security_opt: \["no-new-privileges:true"\]$/gm)).toBe(2);
  });

  it('starts the product itself, so that SIGTERM reaches it', () => {
    expect(/^CMD (\[.*\])$/m.exec(stages[1] ?? '')?.[1]).toBe('["node", "src/server/main.ts"]');
  });
});

describe('deploy/systemd', () => {
  const unit = read('deploy/systemd/kurs@.service');
  const root = fileURLToPath(new URL('..', import.meta.url));
  const folder = /^WorkingDirectory=(.*)$/m.exec(unit)?.[1] ?? '';
  const [program = '', ...args] = (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '').split(' ');

  it('starts the product itself with the Node that comes with it, whatever the version of the system', () => {
    expect(program.startsWith(`${folder}/`)).toBe(true);
    const version = execFileSync(join(root, program.slice(folder.length)), ['--version'], { encoding: 'utf8' });
    expect(Number(/^v(\d+)/.exec(version)?.[1])).toBeGreaterThanOrEqual(24);
    expect(args).toEqual(['src/server/main.ts']);
  });
});
