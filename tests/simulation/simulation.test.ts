import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RecordKey } from '#server/modules/record/record-key.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { printViolation } from './print-violation.ts';
import { makeRecordKey, runSeed } from './run-seed.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

/** Of virtual time. */
const hours = 0.05;
const seeds = Array.from({ length: 24 }, (_, i) => i + 1);

let database: TestDatabase;
let sandbox: Sandbox;
let key: RecordKey;

beforeAll(async () => {
  database = await createTestDatabase();
  sandbox = await openSandbox(database.url);
  key = await makeRecordKey();
});
afterAll(async () => {
  await sandbox.close();
  await database.close();
});

it.each(seeds)('holds every invariant with the failures of seed %i', async (seed) => {
  const result = await runSeed(sandbox, key, { seed, hours });
  expect(result.violation, printViolation(seed, hours, result)).toBeNull();
  expect(result.signals).toBeGreaterThan(0);
});

it('does exactly the same when a seed is run again', async () => {
  const [first, again] = [
    await runSeed(sandbox, key, { seed: 2, hours }),
    await runSeed(sandbox, key, { seed: 2, hours }),
  ];
  expect(again.fingerprint).toBe(first.fingerprint);
  expect(again.trace).toEqual(first.trace);
});
