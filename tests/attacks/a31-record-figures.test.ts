import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leafHash } from '#record/bytes.ts';
import { sha256 } from '#node/notes.ts';
import { appendSignal, growRecord } from '#tests/support/record/grow-record.ts';
import { createRecordSetup, type RecordSetup, untilSigned } from '#tests/support/record/record-setup.ts';
import type { TestRecord } from '#tests/support/record/test-record.ts';

let setup: RecordSetup;
let one: TestRecord;
let closed: number;

beforeAll(async () => {
  setup = await createRecordSetup();
  // First, because it creates the key.
  one = await setup.run();
  await growRecord(setup.database.db, 13);
  await one.record.start();
  closed = await appendSignal(setup.database.db, one.time.clock.now());
  await untilSigned(one, closed + 1);
});
afterAll(() => setup.tearDown());

const everything = async () => {
  const paths = ['', '/checkpoint', '/figures', '/coverage', '/entries', '/tile/entries/000.p/9'];
  return Promise.all(paths.map(async (path) => (await one.get(`/api/record${path}`)).body));
};

describe('A31 an attacker with write access to the database', () => {
  it.each([
    'update record_leaves set leaf = leaf',
    'delete from record_leaves',
    'update record_nodes set hash = hash',
    'delete from record_nodes',
    'truncate record_nodes',
    'update record_checkpoints set note = note',
    'delete from record_checkpoints',
    'truncate record_checkpoints',
    'update record_keys set public_key = public_key',
    'delete from record_keys',
    'truncate record_keys',
  ])('cannot execute: %s', async (statement) => {
    const before = await everything();
    await expect(setup.database.pool.query(statement)).rejects.toThrow('append-only');
    expect(await everything()).toEqual(before);
  });

  it('cannot add a second key', async () => {
    const second = `insert into record_keys select 2, name, public_key, sealed, created_at from record_keys`;
    await expect(setup.database.pool.query(second)).rejects.toThrow('record_keys__only_one');
  });
});

describe('A31 an attacker who trades on other users’ signals', () => {
  it('finds the hash of a live signal in the record, and its content only when it has expired', async () => {
    const read = async () => JSON.parse((await one.get(`/api/record/entry/${closed}`)).body).leaves.at(-1);
    const { hash, text } = await read();
    expect(text).toBeNull();
    const [listed] = JSON.parse((await one.get('/api/record/entries')).body).items;
    expect(listed).toMatchObject({ signal: { index: closed, hash, text: null }, outcome: null, voided: null });
    one.time.advance(3 * 60_000 + 5_000);
    const opened = await read();
    expect(JSON.parse(opened.text)).toMatchObject({ kind: 'signal', nonce: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(Buffer.from(leafHash(sha256, opened.text)).toString('hex')).toBe(hash);
  });
});
