import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isConsistent } from '#record/merkle-path.ts';
import {
  computeHashes,
  createRecordSetup,
  getHead,
  getReady,
  listFatal,
  type RecordSetup,
  setupSecret,
} from '#tests/support/record/record-setup.ts';
import { simulateRecord } from '#tests/support/record/simulated-record.ts';
import { sha256 } from '#node/sha256.ts';
import { recordFolder } from './note-file.ts';
import { openRecordKey } from './record-key.ts';
import { createSignRecord } from './sign-record.ts';
import { parseVkey } from '#node/notes.ts';

let setup: RecordSetup;
beforeEach(async () => {
  setup = await createRecordSetup();
});
afterEach(() => setup.tearDown());

/** The leaves are append-only, but the owner of the database can remove the triggers. */
const tamper = async (statement: string): Promise<void> => {
  for (const table of ['record_leaves', 'record_checkpoints', 'record_nodes'])
    await setup.database.pool.query(`alter table ${table} disable trigger user`);
  await setup.database.pool.query(statement);
};

describe('after a restart', () => {
  it('continues with the same key, name and checkpoints, whatever the current address', async () => {
    await simulateRecord(setup.database.db, { count: 5 });
    const first = await setup.run();
    const [before, key] = [await getHead(first), (await first.get('/api/record/key')).body];
    await setup.stop(first);
    const second = await setup.run({ publicUrl: 'https://other.example' });
    expect((await second.get('/api/record/key')).body).toBe(key);
    expect((await getHead(second)).note).toBe(before.note);
    await simulateRecord(setup.database.db, { count: 5, seed: 2 });
    await second.get('/api/record/proof/11');
    const after = await getHead(second);
    const { hashes } = JSON.parse((await second.get(`/api/record/consistency?from=${before.size}`)).body) as {
      hashes: string[];
    };
    expect(isConsistent(sha256, before, after, computeHashes(hashes))).toBe(true);
  });

  it('lets two processes sign one record without a fork', async () => {
    const [a, b] = [await setup.run(), await setup.run()];
    for (let i = 0; i < 6; i++) {
      await simulateRecord(setup.database.db, { count: 3, seed: i });
      const newest = (i + 1) * 6 - 4;
      await Promise.all([a.get(`/api/record/proof/${newest}`), b.get(`/api/record/proof/${newest}`)]);
      expect((await getHead(a)).note).toBe((await getHead(b)).note);
    }
    expect(await getReady(a)).toBe('ok');
    expect(await getReady(b)).toBe('ok');
  });

  it.each([
    ['before its transaction commits', 'sign'],
    ['after the commit, before the note is saved', 'save'],
  ] as const)('keeps a single history after it was killed %s', async (_when, at) => {
    await simulateRecord(setup.database.db, { count: 4 });
    const clock = { now: () => 0 };
    const key = await openRecordKey({ db: setup.database.db, secret: setupSecret, name: 'kurs.example/record', clock });
    const die = () => {
      throw new Error('killed');
    };
    const noteFile = { read: async () => null, save: at === 'save' ? die : async () => undefined };
    const dying = at === 'sign' ? { ...key, sign: die } : key;
    const { signal } = new AbortController();
    const sign = createSignRecord({ db: setup.database.db, key: dying, noteFile, clock, signal });
    await expect(sign()).rejects.toThrow('killed');
    const { rows } = await setup.database.pool.query('select size from record_checkpoints');
    expect(rows).toHaveLength(at === 'sign' ? 0 : 1);

    const next = await setup.run();
    await simulateRecord(setup.database.db, { count: 4, seed: 2 });
    expect((await next.get('/api/record/proof/15')).status).toBe(200);
    expect((await getHead(next)).size).toBe(16);
    expect(await getReady(next)).toBe('ok');
  });

  it('signs nothing under another SECRET, preserves the key and alerts the operator', async () => {
    const first = await setup.run();
    const key = (await first.get('/api/record/key')).body;
    await getHead(first);
    await simulateRecord(setup.database.db, { count: 2 });
    const second = await setup.run({ secret: 'another-secret-of-thirty-two-chars' });
    expect((await second.get('/api/record/key')).body).toBe(key);
    expect((await second.get('/api/record/proof/0')).status).toBe(404);
    expect(await getReady(second)).toBe('degraded');
    expect(listFatal(second)).toHaveLength(1);
    expect((await getHead(second)).size).toBe(0);
  });
});

describe('signs nothing that differs from what was signed', () => {
  const cases: [string, string][] = [
    ['a record without its last leaves', 'delete from record_leaves where "index" >= 4'],
    ['a changed subtree', `update record_nodes set hash = sha256('forged') where level = 1 and position = 4`],
    [
      'a database that was set back to an older state',
      `delete from record_checkpoints where size > 0; delete from record_nodes; delete from record_leaves where "index" > 0`,
    ],
  ];

  it.each(cases)('%s', async (_what, statement) => {
    await simulateRecord(setup.database.db, { count: 5 });
    const first = await setup.run();
    await first.get('/api/record/proof/9');
    const before = await getHead(first);
    expect(before.size).toBe(10);
    await setup.stop(first);

    await tamper(statement);
    await simulateRecord(setup.database.db, { count: 1, seed: 9 });
    const second = await setup.run();
    await second.get('/api/record/proof/11');
    const { rows } = await setup.database.pool.query<{ size: string }>(
      'select max(size) as size from record_checkpoints',
    );
    expect(Number(rows[0]?.size ?? 0)).toBeLessThanOrEqual(before.size);
    expect(second.published).toEqual([]);
    expect(await getReady(second)).toBe('degraded');
    expect(listFatal(second)).toEqual([expect.stringMatching(/^signing of the record stopped: .*(leaf|leaves)/)]);
  });

  it('notices a change while running, raises one alarm, and continues after the repair', async () => {
    await simulateRecord(setup.database.db, { count: 5 });
    const one = await setup.run();
    await one.get('/api/record/proof/9');
    await tamper("update record_nodes set hash = decode(reverse(encode(hash, 'hex')), 'hex') where level = 3");
    await simulateRecord(setup.database.db, { count: 1, seed: 3 });
    for (let i = 0; i < 3; i++) await one.get('/api/record/proof/11');
    expect((await getHead(one)).size).toBe(10);
    expect(listFatal(one)).toHaveLength(1);
    await tamper("update record_nodes set hash = decode(reverse(encode(hash, 'hex')), 'hex') where level = 3");
    expect((await one.get('/api/record/proof/11')).status).toBe(404);
    one.time.advance(30_000);
    expect((await one.get('/api/record/proof/11')).status).toBe(200);
    expect(await getReady(one)).toBe('ok');
  });

  it('a saved checkpoint that the key did not sign', async () => {
    const first = await setup.run();
    const { note } = await getHead(first);
    const key = parseVkey((await first.get('/api/record/key')).body.trim());
    if (!key) throw new Error('no key');
    await setup.stop(first);
    const path = join(recordFolder(setup.dataDir, key), 'checkpoint.txt');
    await writeFile(path, note.replace('\n0\n', '\n1\n'));
    const second = await setup.run();
    await simulateRecord(setup.database.db, { count: 1 });
    await second.get('/api/record/proof/0');
    expect((await getHead(second)).size).toBe(0);
    expect(listFatal(second)).toHaveLength(1);
  });
});
