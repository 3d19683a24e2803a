import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isConsistent, rootFromProof } from '#record/merkle-path.ts';
import {
  computeHashes,
  createRecordSetup,
  getHead,
  getReady,
  listFatal,
  type RecordSetup,
} from '#tests/support/record/record-setup.ts';
import { createChance } from '#tests/support/chance.ts';
import { simulateRecord } from '#tests/support/record/simulated-record.ts';
import type { TestRecord } from '#tests/support/record/test-record.ts';
import { sha256 } from '#node/sha256.ts';

let setup: RecordSetup;
beforeEach(async () => {
  setup = await createRecordSetup();
});
afterEach(() => setup.tearDown());

describe('a signed record', () => {
  it('starts with an empty checkpoint, under a key named after its address', async () => {
    const one = await setup.run();
    expect(await getHead(one)).toMatchObject({ size: 0 });
    expect((await getHead(one)).root.toString('hex')).toBe(Buffer.from(sha256()).toString('hex'));
    expect((await one.get('/api/record/key')).body).toMatch(/^kurs\.example\/record\+[0-9a-f]{8}\+AQ?[\w+/]+=*\n$/);
    expect((await one.get('/api/record/checkpoint')).headers['content-type']).toContain('text/plain');
    expect((await one.get('/api/record/proof/0?size=1')).status).toBe(404);
  });

  it('proves every leaf in every later tree, and every tree in every later one', async () => {
    const one = await setup.run();
    const heads = [await getHead(one)];
    const chance = createChance(7);
    for (let i = 0; i < 8; i++) {
      const simulated = await simulateRecord(setup.database.db, { count: 1 + Math.floor(20 * chance()), seed: i });
      await one.get(`/api/record/proof/${simulated.at(-1)?.id}`);
      heads.push(await getHead(one));
    }
    const { items } = JSON.parse((await one.get('/api/record?limit=1000')).body) as { items: { leafHash: string }[] };
    expect(heads.at(-1)?.size).toBe(items.length);
    for (const [i, newer] of heads.entries()) {
      for (const older of heads.slice(0, i + 1)) {
        const path = `/api/record/consistency?from=${older.size}&to=${newer.size}`;
        const { hashes } = JSON.parse((await one.get(path)).body) as { hashes: string[] };
        expect(isConsistent(sha256, older, newer, computeHashes(hashes)), path).toBe(true);
      }
      for (let index = 0; index < newer.size; index += 7) {
        const answer = await one.get(`/api/record/proof/${index}?size=${newer.size}`);
        const proof = JSON.parse(answer.body) as { leafHash: string; hashes: string[] };
        expect(proof.leafHash).toBe(items[index]?.leafHash);
        const leaf = Buffer.from(proof.leafHash, 'hex');
        expect(
          newer.root.equals(
            rootFromProof(sha256, leaf, index, newer.size, computeHashes(proof.hashes)) ?? new Uint8Array(),
          ),
        ).toBe(true);
      }
    }
  });

  it('returns an error for what cannot be proven', async () => {
    await simulateRecord(setup.database.db, { count: 2 });
    const one = await setup.run();
    const errorResponses: [string, number, string][] = [
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
      ['/api/record/bars/2026-03-02', 404, 'not_found'],
      ['/api/record/bars/..%2f..%2fsecret', 400, 'validation_failed'],
      [`/api/record/model/${'0'.repeat(64)}`, 404, 'not_found'],
      ['/api/record/model/..%2f..%2fsecret', 400, 'validation_failed'],
    ];
    for (const [path, status, code] of errorResponses) {
      const answer = await one.get(path);
      expect(answer.status, path).toBe(status);
      expect(answer.headers['content-disposition'], path).toBeUndefined();
      expect(JSON.parse(answer.body), path).toMatchObject({ code });
    }
  });
});

it('says of wrong input what is allowed', async () => {
  const one = await setup.run();
  const getDetails = async (path: string) => JSON.parse((await one.get(path)).body).details;
  for (const [path, field, message] of [
    ['/api/record/models?payout=0', 'payout', 'Замало: потрібно більше за 0.'],
    ['/api/record/proof/0?size=0', 'size', 'Замало: потрібно більше за 0.'],
  ] as const)
    expect(await getDetails(path)).toEqual([{ field, message }]);
});

describe('the signing loop', () => {
  const publishedCount = (one: TestRecord) => one.published.filter(({ name }) => name === 'checkpoint').length;

  /** Waits until every pending answer of the database has arrived. */
  const settle = async (one: TestRecord): Promise<void> => {
    while (one.time.waiting() < 3) await new Promise((resolve) => setImmediate(resolve));
  };

  it('publishes each change to every stream within a second, and nothing without a change', async () => {
    const one = await setup.run();
    await one.record.start();
    one.time.advance(0);
    await settle(one);
    expect(one.published).toMatchObject([{ name: 'checkpoint', userId: null, id: null }]);
    await simulateRecord(setup.database.db, { count: 3 });
    one.time.advance(1_000);
    await settle(one);
    expect(one.published.at(-1)).toEqual({
      name: 'checkpoint',
      userId: null,
      id: null,
      data: { note: (await getHead(one)).note },
    });
    expect(publishedCount(one)).toBe(2);
    for (let i = 0; i < 30; i++) {
      one.time.advance(1_000);
      await settle(one);
    }
    expect(publishedCount(one)).toBe(2);
  });

  it('leaves no alarm behind after a short database outage', async () => {
    const one = await setup.run();
    await one.record.start();
    one.time.advance(0);
    await settle(one);
    await setup.database.pool.query('alter table record_leaves rename to record_leaves_away');
    one.time.advance(1_000);
    await settle(one);
    expect(await getReady(one)).toBe('degraded');
    expect(listFatal(one)).toEqual([]);
    await setup.database.pool.query('alter table record_leaves_away rename to record_leaves');
    one.time.advance(1_000);
    await settle(one);
    expect(await getReady(one)).toBe('ok');
    expect(one.logged.map(({ msg }) => msg).filter((msg) => msg.startsWith('signing'))).toEqual([
      'signing the record failed; retrying',
      'signing the record resumed',
    ]);
  });

  it('publishes the newest again every ten seconds while a signal is live', async () => {
    const one = await setup.run();
    await simulateRecord(setup.database.db, { count: 1, open: 1 });
    await one.record.start();
    one.time.advance(0);
    await settle(one);
    for (let i = 0; i < 30; i++) {
      one.time.advance(1_000);
      await settle(one);
    }
    expect(publishedCount(one)).toBe(4);
    expect(new Set(one.published.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  });
});
