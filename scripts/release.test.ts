import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('release.ts', import.meta.url));
const changelog = `# Changelog\n\n## Unreleased\n\n- A tie is said to be one.\n\n## 1.0.0 – 2026-01-01\n\n- The first.\n`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kurs-release-'));
  commit({ check: 'exit 0', test: 'exit 0' });
});
afterEach(() => rmSync(folder, { recursive: true }));

const call = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
const git = (...args: string[]): string => call('git', '-c', 'init.defaultBranch=main', ...args).stdout.trim();
const release = (...args: string[]) => call(process.execPath, script, ...args);
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

function commit(scripts: Record<string, string>, text = changelog): void {
  const file = { name: 'sample', version: '1.0.0', scripts };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(file));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...file, lockfileVersion: 3, packages: { '': file } }),
  );
  writeFileSync(join(folder, 'CHANGELOG.md'), text);
  git('init', '--quiet');
  git('config', 'user.name', 'Sample');
  git('config', 'user.email', 'sample@example.com');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Begin');
}

test('the notes move under the new version, which is committed and tagged with them', () => {
  const { status, stderr } = release('minor');
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('Not released')]);
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: '1.1.0' });
  expect(JSON.parse(read('package-lock.json')).packages['']).toMatchObject({ version: '1.1.0' });
  const today = new Date().toISOString().slice(0, 10);
  expect(read('CHANGELOG.md')).toBe(changelog.replace('## Unreleased\n', `## Unreleased\n\n## 1.1.0 – ${today}\n`));
  expect(git('log', '-1', '--format=%s')).toBe('Release 1.1.0');
  expect(git('tag', '-l', '--format=%(contents)', 'v1.1.0')).toBe('1.1.0\n\n- A tie is said to be one.');
  expect(git('status', '--porcelain')).toBe('');
});

test.each([
  ['a failed test', () => commit({ check: 'exit 0', test: 'exit 3' }), ['minor'], 'npm test failed'],
  ['a change that is not committed', () => writeFileSync(join(folder, 'new'), ''), ['minor'], 'not committed'],
  ['no notes', () => commit({}, changelog.replace(/- A tie.*\n/, '')), ['minor'], 'says nothing under "Unreleased"'],
  ['no such step', () => undefined, ['next'], 'major, minor, patch or 1.2.3'],
])('%s ends it before anything is written', (_, arrange, args, message) => {
  arrange();
  const { status, stderr } = release(...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect([JSON.parse(read('package.json')).version, git('tag')]).toEqual(['1.0.0', '']);
});
