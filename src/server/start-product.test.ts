import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startProduct } from './start-product.ts';

const folder = mkdtempSync(join(tmpdir(), 'kurs-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Reserved for documentation, so that no machine has it (RFC 5737). */
const foreignAddress = '192.0.2.1';

test.each([
  ['HOST', { HOST: foreignAddress, DEMO_PUBLIC: 'on' }],
  ['METRICS_HOST', { METRICS_HOST: foreignAddress, METRICS_PORT: '9464' }],
])('%s of another machine ends a start before a database is created', async (name, settings) => {
  const starting = startProduct({ PORT: '0', DATA_DIR: folder, ...settings }, () => undefined, 'when listening');
  await expect(starting).rejects.toThrow(`${name}=${foreignAddress} is no address of this machine`);
  expect(readdirSync(folder).join()).not.toContain('postgres');
});
