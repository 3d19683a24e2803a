import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { installArguments } from '#scripts/run/install.mjs';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const project = JSON.parse(readFileSync('package.json', 'utf8')) as { allowScripts: Record<string, boolean> };
const entries = Object.entries(lock.packages).filter(([path]) => path !== '');
const getName = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const names = new Set(entries.map(([path]) => getName(path)));

test('every package of every platform is locked, so that installs are identical on each', () => {
  const wanted = Object.values(lock.packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});

test('packages installed on Linux are locked by content hash', () => {
  const forLinux = entries.filter(([, { os, cpu }]) => {
    const isOther = (os && !os.includes('linux')) || (cpu && !cpu.includes('x64') && !cpu.includes('arm64'));
    return !isOther;
  });
  // Musl systems have no embedded PostgreSQL, so they are not covered.
  const open = forLinux.filter(([path, { integrity }]) => !integrity && !path.endsWith('-musl'));
  expect(forLinux.length).toBeGreaterThan(300);
  expect(open.map(([path]) => path)).toEqual([]);
});

test('no package is pinned to one registry', () => {
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

test('no install script runs: each package that has one is listed and blocked', () => {
  const withScript = new Set(entries.filter(([, entry]) => entry.hasInstallScript).map(([path]) => getName(path)));
  expect(Object.keys(project.allowScripts).sort()).toEqual([...withScript].sort());
  expect(Object.values(project.allowScripts)).not.toContain(true);
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/**
 * A project with one dependency whose install script leaves a file behind; no registry is
 * requested.
 */
function projectWithInstallScript() {
  const folder = mkdtempSync(join(tmpdir(), 'install-script-'));
  folders.push(folder);
  const mark = join(folder, 'script-ran');
  mkdirSync(join(folder, 'dependency'));
  const write = (path: string, content: object) => writeFileSync(join(folder, path), JSON.stringify(content));
  write('dependency/package.json', {
    name: 'dependency',
    version: '1.0.0',
    scripts: { postinstall: `node -e "require('fs').writeFileSync(process.env.SCRIPT_MARK, '')"` },
  });
  write('package.json', { name: 'project', version: '1.0.0', dependencies: { dependency: 'file:./dependency' } });
  const env: NodeJS.ProcessEnv = { ...process.env, SCRIPT_MARK: mark, npm_config_cache: join(folder, 'cache') };
  // npm variables inherited from the test environment would override the project's own file.
  delete env.npm_config_ignore_scripts;
  const npm = (...args: string[]) =>
    spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8', shell: process.platform === 'win32' });
  return { folder, npm, hasRun: () => existsSync(mark) };
}

test('no install script runs with the install arguments of the product', () => {
  const { npm, hasRun } = projectWithInstallScript();
  expect(npm('install', '--package-lock-only', '--ignore-scripts').status).toBe(0);
  expect(npm(...installArguments).status).toBe(0);
  expect(hasRun()).toBe(false);
});

test('no install script runs under a manual npm ci, and the tasks of the project still run', () => {
  const { folder, npm, hasRun } = projectWithInstallScript();
  copyFileSync('.npmrc', join(folder, '.npmrc'));
  expect(npm('install', '--package-lock-only').status).toBe(0);
  expect(npm('ci').status).toBe(0);
  expect(hasRun()).toBe(false);
  const sandbox = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...sandbox, scripts: { start: 'echo it starts' } }));
  expect(npm('start').stdout).toContain('it starts');
});
