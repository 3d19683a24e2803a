import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { missingForPlatform } from './missing-for-platform.mjs';

const root = mkdtempSync(join(tmpdir(), 'kurs-lock-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('only what this platform needs and the lockfile lacks is named, by exact version', () => {
  const optionalDependencies = {
    '@tool/cli-linux-x64': '1.0.0',
    '@tool/cli-darwin-arm64': '1.0.0',
    '@tool/cli-win32-x64-msvc': '1.0.0',
    '@tool/cli-linux-x64-musl': '1.0.0',
  };
  const packages = { '': {}, 'node_modules/tool': { optionalDependencies }, 'node_modules/@tool/cli-linux-x64': {} };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  expect(missingForPlatform(root, 'linux', 'x64')).toEqual([]);
  expect(missingForPlatform(root, 'darwin', 'arm64')).toEqual(['@tool/cli-darwin-arm64@1.0.0']);
  expect(missingForPlatform(root, 'win32', 'x64')).toEqual(['@tool/cli-win32-x64-msvc@1.0.0']);
});

test('the lockfile of this project lacks nothing on Linux', () => {
  expect(missingForPlatform('.', 'linux', 'x64')).toEqual([]);
  expect(missingForPlatform('.', 'linux', 'arm64')).toEqual([]);
});
