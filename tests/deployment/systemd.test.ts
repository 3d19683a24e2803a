import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { describeWith, isInstalled } from '#tests/support/network/installed.ts';
import { filled, read } from './compose-file.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shipped = join(root, 'deploy/systemd');

it.each([
  ['kurs@', 'src/server/main.ts'],
  ['kurs-sandbox-broker', 'src/sandbox-broker/main.ts'],
])('%s starts with the Node that comes with the product, whatever the version of the system', (name, main) => {
  const unit = read(`deploy/systemd/${name}.service`);
  const folder = /^WorkingDirectory=(.*)$/m.exec(unit)?.[1] ?? '';
  const [program = '', ...args] = (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '').split(' ');
  expect(program.startsWith(`${folder}/`)).toBe(true);
  const version = execFileSync(join(root, program.slice(folder.length)), ['--version'], { encoding: 'utf8' });
  expect(Number(/^v(\d+)/.exec(version)?.[1])).toBeGreaterThanOrEqual(24);
  expect(args).toEqual([main]);
});

it('has settings that each process accepts, at the ports that nginx and Prometheus are given', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kurs-settings-'));
  const [loop = ''] = /^port=.*\n.*\ndone$/m.exec(read('docs/operating.md')) ?? [];
  execFileSync('sh', ['-euc', loop.replace('/etc/kurs', folder)]);
  const own = readdirSync(folder).map((name) => parseEnv(readFileSync(join(folder, name), 'utf8')));
  rmSync(folder, { recursive: true });
  const configs = own.map((one) => parseConfig({ ...filled, ...one, DATA_DIR: folder }));
  expect(configs.map(({ role }) => role)).toEqual(['api', 'api', 'engine', 'engine', 'worker']);
  expect(configs.map(({ metrics }) => metrics?.port)).toEqual([9464, 9465, 9466, 9467, 9468]);
  for (const config of configs) expect(config).toMatchObject({ demo: false, publicUrl: 'https://kurs.example' });
  const servers = [...read('deploy/nginx/upstream-systemd.conf').matchAll(/^ *server 127\.0\.0\.1:(\d+) /gm)];
  expect(servers.map(([, port]) => Number(port))).toEqual(configs.slice(0, 2).map(({ port }) => port));
});

it('is built, at the first time and at each upgrade, with the brand that its settings name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kurs-brand-'));
  const settings = join(folder, 'kurs.env');
  const builds = [...read('docs/operating.md').matchAll(/sudo -u kurs (env .*npm run build)$/gm)].map(
    ([, line = '']) => line,
  );
  expect(builds).toHaveLength(2);
  const brandFrom = (content: string, line: string): string => {
    writeFileSync(settings, content);
    const shown = line.replace('/etc/kurs/kurs.env', settings).replace('npm run build', 'sh -c \'echo "$BRAND_DIR"\'');
    return execFileSync('sh', ['-c', shown], { encoding: 'utf8', env: { PATH: process.env['PATH'] } }).trim();
  };
  for (const line of builds) {
    expect(brandFrom('SECRET=x y\nBRAND_DIR=my-brand\n', line)).toBe('my-brand');
    expect(brandFrom('#BRAND_DIR=brand\n', line)).toBe('');
  }
  rmSync(folder, { recursive: true });
});

describeWith({ 'systemd-analyze': isInstalled('systemd-analyze') })('deploy/systemd', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kurs-units-'));
    cpSync(shipped, folder, { recursive: true });
    // The clone stands for /opt/kurs.
    for (const name of readdirSync(folder))
      writeFileSync(
        join(folder, name),
        readFileSync(join(folder, name), 'utf8').replaceAll('/opt/kurs', root.slice(0, -1)),
      );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const verify = () =>
    spawnSync('systemd-analyze', ['verify', ...readdirSync(folder).map((name) => join(folder, name))], {
      encoding: 'utf8',
    });

  it('has units without a mistake, and a wrong one is found', () => {
    expect(verify()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const wrong = join(folder, 'kurs-backup.timer');
    const right = readFileSync(wrong, 'utf8');
    writeFileSync(wrong, right.replace('Persistent=', 'Persistant='));
    expect(verify().stderr).toContain('Persistant');
    writeFileSync(wrong, right);
  });

  it('backs up once each night', () => {
    const [, calendar = ''] = /^OnCalendar=(.*)$/m.exec(read('deploy/systemd/kurs-backup.timer')) ?? [];
    const at = ['--base-time=2026-11-28 12:00:00', '--iterations=2', calendar];
    const times = spawnSync('systemd-analyze', ['calendar', ...at], {
      env: { ...process.env, TZ: 'UTC' },
      encoding: 'utf8',
    }).stdout;
    expect(times.match(/2026-\d\d-\d\d \d\d:\d\d:\d\d/g)?.slice(0, 2)).toEqual([
      '2026-11-29 02:30:00',
      '2026-11-30 02:30:00',
    ]);
  });
});
