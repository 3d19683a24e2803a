import { afterEach, expect, it, vi } from 'vitest';
import { minuteMs, secondMs } from '#domain/time.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { createFindings } from '#record/verify/findings.ts';
import { createRecordAddress } from '#scripts/record/record-address.ts';
import { verifyAddress } from '#scripts/record/verify-address.ts';
import { simulateHonestRecord, simulateRecord } from '#tests/support/record/simulated-record.ts';
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { aDataDir, createTestRecord, type TestRecord } from '#tests/support/record/test-record.ts';

vi.setConfig({ testTimeout: 30_000 });

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function start({ db }: TestDatabase, dataDir: string): Promise<TestRecord> {
  const one = await createTestRecord({ db, dataDir });
  closing.push(async () => {
    await one.record.stop();
    await one.app.close();
  });
  return one;
}

/** What verify-record prints about the record at this instant. */
async function verify({ app }: TestRecord, now: number): Promise<{ failures: number; output: string }> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const lines: string[] = [];
  const findings = createFindings((line) => lines.push(line));
  const pause = async (): Promise<void> => undefined;
  await verifyAddress(createRecordAddress(address, { fetchUrl: fetch, pause }), { now, witnesses: null }, findings);
  return { failures: findings.failures(), output: lines.join('\n') };
}

it('F54 a restored record verifies at once, before a lost signal would have expired', async () => {
  const dataDir = await aDataDir();
  closing.push(dataDir.remove);
  const database = await createTestDatabase();
  closing.push(database.close);
  const first = await start(database, dataDir.path);
  const now = first.time.clock.now();
  await simulateHonestRecord(database.db, { count: 5, from: now - 30 * minuteMs });
  const size = await database.db.$count(recordLeaves);
  expect((await first.get(`/api/record/proof/${size - 1}`)).status).toBe(200);
  const backup = await copyTestDatabase(database);
  closing.push(backup.close);
  // Of a language model, which no minute states.
  await simulateRecord(database.db, { count: 1, open: 1, seed: 8, from: now - 10 * secondMs, isComplete: true });
  expect((await first.get(`/api/record/proof/${size + 1}`)).status).toBe(200);

  const restored = await start(backup, dataDir.path);
  expect(restored.logged).toContainEqual(expect.objectContaining({ voided: 1 }));
  expect((await restored.get(`/api/record/proof/${size + 2}`)).status).toBe(200);
  const { failures, output } = await verify(restored, now);
  expect(output).not.toContain('FAILS');
  expect(failures).toBe(0);
});
