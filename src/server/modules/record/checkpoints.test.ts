import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCheckpoint } from '#domain/checkpoint.ts';
import { isConsistent, rootFromProof } from '#engine/record/proofs.ts';
import { chanceOf, simulateRecord } from '#tests/support/simulated-record.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { aDataDir, createTestRecord, type TestRecord } from '#tests/support/test-record.ts';
import { openRecordKey } from './record-key.ts';
import { sha256 } from './sha256.ts';
import { createSignRecord } from './sign-record.ts';
import { keyIdOf, openNote, readVkey } from './signed-note.ts';

const secret = 'a-secret-of-thirty-two-characters';
let database: TestDatabase;
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
const running: TestRecord[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await aDataDir();
});
afterEach(async () => {
  for (const one of running.splice(0)) await stop(one);
  await database.close();
  await dataDir.remove();
});

async function run(options: { secret?: string; publicUrl?: string; dataDir?: string } = {}): Promise<TestRecord> {
  const one = await createTestRecord({ db: database.db, dataDir: dataDir.path, secret, ...options });
  running.push(one);
  return one;
}

async function stop({ record, app }: TestRecord): Promise<void> {
  await record.stop();
  await app.close();
}

/** What anybody reads: the newest checkpoint, opened with the public key. */
async function headOf(one: TestRecord): Promise<{ size: number; root: Buffer; note: string }> {
  const note = (await one.get('/api/record/checkpoint')).body;
  const key = readVkey((await one.get('/api/record/key')).body.trim());
  const checkpoint = readCheckpoint((key && openNote(note, key)) ?? '');
  if (!checkpoint) throw new Error(`not a signed checkpoint: ${note}`);
  expect(checkpoint.origin).toBe(key?.name);
  return { size: checkpoint.size, root: Buffer.from(checkpoint.root, 'base64'), note };
}

const bytes = (hashes: string[]): Buffer[] => hashes.map((hash) => Buffer.from(hash, 'hex'));

/** The leaves are append-only; whoever owns the database can take the triggers away. */
const tamper = async (statement: string): Promise<void> => {
  for (const table of ['record_leaves', 'record_checkpoints', 'record_nodes'])
    await database.pool.query(`alter table ${table} disable trigger user`);
  await database.pool.query(statement);
};

const readyOf = async (one: TestRecord): Promise<string | undefined> => one.record.readiness[0]?.check();
const fatal = (one: TestRecord): string[] => one.logged.filter(({ level }) => level >= 60).map(({ msg }) => msg);

describe('a record that is signed', () => {
  it('begins with a checkpoint of nothing, under a key whose name is its address', async () => {
    const one = await run();
    expect(await headOf(one)).toMatchObject({ size: 0 });
    expect((await headOf(one)).root.toString('hex')).toBe(Buffer.from(sha256()).toString('hex'));
    expect((await one.get('/api/record/key')).body).toMatch(/^kurs\.example\/record\+[0-9a-f]{8}\+AQ?[\w+/]+=*\n$/);
    expect((await one.get('/api/record/checkpoint')).headers['content-type']).toContain('text/plain');
  });

  it('proves every leaf in every later tree, and every tree in every later one', async () => {
    const one = await run();
    const heads = [await headOf(one)];
    const chance = chanceOf(7);
    for (let i = 0; i < 8; i++) {
      const simulated = await simulateRecord(database.db, { count: 1 + Math.floor(20 * chance()), seed: i });
      await one.get(`/api/record/proof/${simulated.at(-1)?.id}`);
      heads.push(await headOf(one));
    }
    const { items } = JSON.parse((await one.get('/api/record?limit=1000')).body) as { items: { leafHash: string }[] };
    expect(heads.at(-1)?.size).toBe(items.length);
    for (const [i, newer] of heads.entries()) {
      for (const older of heads.slice(0, i + 1)) {
        const path = `/api/record/consistency?from=${older.size}&to=${newer.size}`;
        const { hashes } = JSON.parse((await one.get(path)).body) as { hashes: string[] };
        expect(isConsistent(sha256, older, newer, bytes(hashes)), path).toBe(true);
      }
      for (let index = 0; index < newer.size; index += 7) {
        const answer = await one.get(`/api/record/proof/${index}?size=${newer.size}`);
        const proof = JSON.parse(answer.body) as { leafHash: string; hashes: string[] };
        expect(proof.leafHash).toBe(items[index]?.leafHash);
        const leaf = Buffer.from(proof.leafHash, 'hex');
        expect(
          newer.root.equals(rootFromProof(sha256, leaf, index, newer.size, bytes(proof.hashes)) ?? new Uint8Array()),
        ).toBe(true);
      }
    }
  });

  it('answers what cannot be proven with a refusal', async () => {
    await simulateRecord(database.db, { count: 2 });
    const one = await run();
    const refusals: [string, number, string][] = [
      ['/api/record/proof/5', 404, 'not_found'],
      ['/api/record/proof/0?size=5', 400, 'validation_failed'],
      ['/api/record/proof/0?size=0', 400, 'validation_failed'],
      ['/api/record/proof/9007199254740993', 400, 'validation_failed'],
      ['/api/record/proof/-1', 400, 'validation_failed'],
      ['/api/record/proof/6f9619ff-8b86-4d11-b42d-00c04fc964ff', 404, 'not_found'],
      ['/api/record/consistency?from=3&to=2', 400, 'validation_failed'],
      ['/api/record/consistency?from=0&to=5', 400, 'validation_failed'],
      ['/api/record/consistency', 400, 'validation_failed'],
      ['/api/record/models?payout=0', 400, 'validation_failed'],
      ['/api/record/export/2026-03-02', 404, 'not_found'],
      ['/api/record/export/..%2f..%2fsecret', 400, 'validation_failed'],
    ];
    for (const [path, status, code] of refusals) {
      const answer = await one.get(path);
      expect(answer.status, path).toBe(status);
      expect(JSON.parse(answer.body), path).toMatchObject({ code });
    }
  });
});

describe('the loop', () => {
  const tellings = (one: TestRecord) => one.told.filter(({ name }) => name === 'checkpoint').length;

  /** Lets every answer of the database that is under way arrive. */
  const settle = async (one: TestRecord): Promise<void> => {
    while (one.time.waiting() < 2) await new Promise((resolve) => setImmediate(resolve));
  };

  it('tells every stream of each change within a second, and nothing while nothing changes', async () => {
    const one = await run();
    one.record.start();
    await settle(one);
    expect(one.told).toMatchObject([{ name: 'checkpoint', userId: null, id: null }]);
    await simulateRecord(database.db, { count: 3 });
    one.time.advance(1_000);
    await settle(one);
    expect(one.told.at(-1)).toEqual({
      name: 'checkpoint',
      userId: null,
      id: null,
      data: { note: (await headOf(one)).note },
    });
    expect(tellings(one)).toBe(2);
    for (let i = 0; i < 30; i++) {
      one.time.advance(1_000);
      await settle(one);
    }
    expect(tellings(one)).toBe(2);
  });

  it('a database that was away for a moment leaves no alarm behind', async () => {
    const one = await run();
    one.record.start();
    await settle(one);
    await database.pool.query('alter table record_leaves rename to record_leaves_away');
    one.time.advance(1_000);
    await settle(one);
    expect(await readyOf(one)).toBe('degraded');
    expect(fatal(one)).toEqual([]);
    await database.pool.query('alter table record_leaves_away rename to record_leaves');
    one.time.advance(1_000);
    await settle(one);
    expect(await readyOf(one)).toBe('ok');
    expect(one.logged.map(({ msg }) => msg)).toEqual([
      'the record could not be signed; trying again',
      'the record is signed again',
    ]);
  });

  it('tells the newest again every ten seconds while a signal is live', async () => {
    const one = await run();
    await simulateRecord(database.db, { count: 1, open: 1 });
    one.record.start();
    await settle(one);
    for (let i = 0; i < 30; i++) {
      one.time.advance(1_000);
      await settle(one);
    }
    expect(tellings(one)).toBe(4);
    expect(new Set(one.told.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  });
});

describe('after a restart', () => {
  it('the key, the name and the checkpoints go on, whatever the address is called now', async () => {
    await simulateRecord(database.db, { count: 5 });
    const first = await run();
    const [before, key] = [await headOf(first), (await first.get('/api/record/key')).body];
    await stop(running.pop() ?? first);
    const second = await run({ publicUrl: 'https://other.example' });
    expect((await second.get('/api/record/key')).body).toBe(key);
    expect((await headOf(second)).note).toBe(before.note);
    await simulateRecord(database.db, { count: 5, seed: 2 });
    await second.get('/api/record/proof/11');
    const after = await headOf(second);
    const { hashes } = JSON.parse((await second.get(`/api/record/consistency?from=${before.size}`)).body) as {
      hashes: string[];
    };
    expect(isConsistent(sha256, before, after, bytes(hashes))).toBe(true);
  });

  it('two processes sign one record: neither forks it', async () => {
    const [a, b] = [await run(), await run()];
    for (let i = 0; i < 6; i++) {
      await simulateRecord(database.db, { count: 3, seed: i });
      const newest = (i + 1) * 6 - 4;
      await Promise.all([a.get(`/api/record/proof/${newest}`), b.get(`/api/record/proof/${newest}`)]);
      expect((await headOf(a)).note).toBe((await headOf(b)).note);
    }
    expect(await readyOf(a)).toBe('ok');
    expect(await readyOf(b)).toBe('ok');
  });

  it.each([
    ['before its transaction commits', 'sign'],
    ['after the commit, before the note is kept', 'keep'],
  ] as const)('killed %s, the record goes on with one history', async (_when, at) => {
    await simulateRecord(database.db, { count: 4 });
    const clock = { now: () => 0 };
    const key = await openRecordKey({ db: database.db, secret, name: 'kurs.example/record', clock });
    const die = () => {
      throw new Error('killed');
    };
    const memory = { read: async () => null, keep: at === 'keep' ? die : async () => undefined };
    const dying = at === 'sign' ? { ...key, sign: die } : key;
    const { signal } = new AbortController();
    const sign = createSignRecord({ db: database.db, key: dying, memory, clock, signal });
    await expect(sign()).rejects.toThrow('killed');
    const { rows } = await database.pool.query('select size from record_checkpoints');
    expect(rows).toHaveLength(at === 'sign' ? 0 : 1);

    const next = await run();
    await simulateRecord(database.db, { count: 4, seed: 2 });
    expect((await next.get('/api/record/proof/15')).status).toBe(200);
    expect((await headOf(next)).size).toBe(16);
    expect(await readyOf(next)).toBe('ok');
  });

  it('under another SECRET nothing is signed, the key stays and the operator is told', async () => {
    const first = await run();
    const key = (await first.get('/api/record/key')).body;
    await headOf(first);
    await simulateRecord(database.db, { count: 2 });
    const second = await run({ secret: 'another-secret-of-thirty-two-chars' });
    expect((await second.get('/api/record/key')).body).toBe(key);
    expect((await second.get('/api/record/proof/0')).status).toBe(404);
    expect(await readyOf(second)).toBe('degraded');
    expect(fatal(second)).toHaveLength(1);
    expect((await headOf(second)).size).toBe(0);
  });
});

describe('nothing is signed that differs from what was signed', () => {
  const cases: [string, string][] = [
    ['a leaf that was changed', `update record_leaves set leaf = replace(leaf, 'EURUSD', 'GBPUSD') where "index" = 0`],
    [
      'a leaf that was changed together with its hash',
      `update record_leaves set leaf = replace(leaf, 'EURUSD', 'GBPUSD'),
        leaf_hash = sha256('\\x00'::bytea || convert_to(replace(leaf, 'EURUSD', 'GBPUSD'), 'UTF8')) where "index" = 0`,
    ],
    ['a record that lost its end', 'delete from record_leaves where "index" >= 4'],
    ['a record with a hole', 'delete from record_leaves where "index" = 2'],
    ['a subtree that was changed', `update record_nodes set hash = sha256('forged') where level = 1 and position = 4`],
    [
      'a database that was set back to an older state',
      `delete from record_checkpoints where size > 0; delete from record_nodes; delete from record_leaves where "index" > 0`,
    ],
  ];

  it.each(cases)('%s', async (_what, statement) => {
    await simulateRecord(database.db, { count: 5 });
    const first = await run();
    await first.get('/api/record/proof/9');
    const before = await headOf(first);
    expect(before.size).toBe(10);
    await stop(running.pop() ?? first);

    await tamper(statement);
    await simulateRecord(database.db, { count: 1, seed: 9 });
    const second = await run();
    await second.get('/api/record/proof/11');
    const { rows } = await database.pool.query<{ size: string }>('select max(size) as size from record_checkpoints');
    expect(Number(rows[0]?.size ?? 0)).toBeLessThanOrEqual(before.size);
    expect(second.told).toEqual([]);
    expect(await readyOf(second)).toBe('degraded');
    expect(fatal(second)).toEqual([expect.stringMatching(/^nothing more of the record is signed: .*(leaf|leaves)/)]);
  });

  it('a process that runs notices too, tells once, and goes on when it was put right', async () => {
    await simulateRecord(database.db, { count: 5 });
    const one = await run();
    await one.get('/api/record/proof/9');
    await tamper("update record_nodes set hash = decode(reverse(encode(hash, 'hex')), 'hex') where level = 3");
    await simulateRecord(database.db, { count: 1, seed: 3 });
    for (let i = 0; i < 3; i++) await one.get('/api/record/proof/11');
    expect((await headOf(one)).size).toBe(10);
    expect(fatal(one)).toHaveLength(1);
    await tamper("update record_nodes set hash = decode(reverse(encode(hash, 'hex')), 'hex') where level = 3");
    expect((await one.get('/api/record/proof/11')).status).toBe(404);
    one.time.advance(30_000);
    expect((await one.get('/api/record/proof/11')).status).toBe(200);
    expect(await readyOf(one)).toBe('ok');
  });

  it('a product that stops does not wait for its audit, and raises no alarm', async () => {
    await simulateRecord(database.db, { count: 5 });
    const one = await run();
    one.record.start();
    await one.record.stop();
    expect(one.logged).toEqual([]);
    expect(one.time.waiting()).toBe(0);
  });

  it('a kept checkpoint that the key did not sign', async () => {
    const first = await run();
    const { note } = await headOf(first);
    const key = readVkey((await first.get('/api/record/key')).body.trim());
    if (!key) throw new Error('no key');
    await stop(running.pop() ?? first);
    const path = join(dataDir.path, 'record', keyIdOf(key).toString('hex'), 'checkpoint.txt');
    await writeFile(path, note.replace('\n0\n', '\n1\n'));
    const second = await run();
    await simulateRecord(database.db, { count: 1 });
    await second.get('/api/record/proof/0');
    expect((await headOf(second)).size).toBe(0);
    expect(fatal(second)).toHaveLength(1);
  });
});
