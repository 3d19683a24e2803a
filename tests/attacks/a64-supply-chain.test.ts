import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const names = new Set(entries.map(([path]) => nameOf(path)));

test('every package of every platform is locked, so that the same files install on each', () => {
  const wanted = Object.values(lock.packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});

test('what Linux installs is locked by its content', () => {
  const forLinux = entries.filter(([, { os, cpu }]) => {
    const isOther = (os && !os.includes('linux')) || (cpu && !cpu.includes('x64') && !cpu.includes('arm64'));
    return !isOther;
  });
  // Musl systems have no embedded PostgreSQL, so nothing is promised there.
  const open = forLinux.filter(([path, { integrity }]) => !integrity && !path.endsWith('-musl'));
  expect(forLinux.length).toBeGreaterThan(300);
  expect(open.map(([path]) => path)).toEqual([]);
});

test('no package is pinned to one registry', () => {
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

test('no install script runs: each package that has one is named, and refused', () => {
  const withScript = new Set(entries.filter(([, entry]) => entry.hasInstallScript).map(([path]) => nameOf(path)));
  expect(Object.keys(project.allowScripts).sort()).toEqual([...withScript].sort());
  expect(Object.values(project.allowScripts)).not.toContain(true);
});
