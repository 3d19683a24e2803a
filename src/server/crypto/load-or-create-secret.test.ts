import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadOrCreateSecret } from './load-or-create-secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'kurs-secret-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('creates a secret once, long enough and readable by its owner only', () => {
  const dataDir = join(folder, 'data');
  const first = loadOrCreateSecret(dataDir);
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(loadOrCreateSecret(dataDir)).toBe(first);
  if (process.platform !== 'win32') expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
});
