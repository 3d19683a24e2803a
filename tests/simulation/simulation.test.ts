import { beforeAll, expect, it } from 'vitest';
import { getOrCreate } from '#domain/objects.ts';
import { isFullRun } from '#tests/support/full-run.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { defectNames } from './defects.ts';
import type { Failure } from './failures.ts';
import { printViolation } from './print-violation.ts';
import { makeRecordKey, type RecordKeyRow, runSeed, usualHours } from './run-seed.ts';
import { openSandbox } from './sandbox.ts';
import { shrink } from './shrink.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const hours = usualHours;
const seeds = Array.from({ length: isFullRun ? 40 : 6 }, (_, i) => i + 1);

const database = sharedByTests(createTestDatabase);
const sandbox = sharedByTests(() => openSandbox(database.url));
let key: RecordKeyRow;

beforeAll(async () => {
  key = await makeRecordKey();
});

/** What each seed came to. */
const results = new Map<number, ReturnType<typeof runSeed>>();
const getResult = (seed: number) => getOrCreate(results, seed, () => runSeed(sandbox, key, { seed, hours }));

it.each(seeds)('holds every invariant with the failures of seed %i', async (seed) => {
  const result = await getResult(seed);
  expect(result.violation, printViolation(seed, hours, result)).toBeNull();
  expect(result.signals).toBeGreaterThan(0);
});

it.each(defectNames)('finds within three seeds that %s', async (defect) => {
  const violations = [];
  for (const seed of [1, 2, 3])
    if (violations.length === 0) {
      const { violation } = await runSeed(sandbox, key, { seed, hours, defect });
      if (violation !== null) violations.push(violation);
    }
  expect(violations).toHaveLength(1);
});

it('leaves out every failure that a violation does not need', async () => {
  // The violation of this seed does not need all of its failures.
  const runWith = (failures?: readonly Failure[]) =>
    runSeed(sandbox, key, { seed: 2, hours, defect: 'ticks are not logged', ...(failures && { failures }) });
  const found = await runWith();
  const smallest = await shrink(found, runWith);
  const sentence = 'its deciding ticks are not in the tick log';
  expect(smallest.violation).toContain(sentence);
  expect(smallest.failures.length).toBeLessThan(found.failures.length);
  for (const needed of smallest.failures) {
    const { violation } = await runWith(smallest.failures.filter((one) => one !== needed));
    expect(violation ?? '').not.toContain(sentence);
  }
});

it('does exactly the same when a seed is run again', async () => {
  const [first, other] = [await getResult(2), await getResult(5)];
  const again = await runSeed(sandbox, key, { seed: 2, hours });
  expect([again.fingerprint, again.trace]).toEqual([first.fingerprint, first.trace]);
  expect(other.fingerprint).not.toBe(first.fingerprint);
});
