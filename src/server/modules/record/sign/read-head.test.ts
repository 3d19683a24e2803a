import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRecordSetup, type RecordSetup } from '#tests/support/record/record-setup.ts';
import { simulateRecord } from '#tests/support/record/simulated-record.ts';
import { countLeaves } from '../append/record.repository.ts';
import { readHead } from './checkpoints.ts';
import { RecordError } from './record-key.ts';

let setup: RecordSetup;
beforeAll(async () => {
  setup = await createRecordSetup();
  await simulateRecord(setup.database.db, { count: 2 });
});
afterAll(() => setup.tearDown());

/** Checkpoints of which the newest lacks some leaves, whatever size is wanted. */
const lacking = (missing: number) => ({
  newest: async (wanted = 0) => ({
    size: wanted - missing,
    root: Buffer.alloc(32),
    note: 'signed',
    signedAt: new Date(0),
  }),
});

it('is the signed state of every leaf there is', async () => {
  const { db } = setup.database;
  const size = await countLeaves(db);
  expect(size).toBeGreaterThan(0);
  expect(await readHead(db, lacking(0))).toMatchObject({ size });
});

it('rejects while the newest leaves cannot be signed', async () => {
  await expect(readHead(setup.database.db, lacking(1))).rejects.toThrow(RecordError);
  await expect(readHead(setup.database.db, { newest: async () => undefined })).rejects.toThrow(RecordError);
});
