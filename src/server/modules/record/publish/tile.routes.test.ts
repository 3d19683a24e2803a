import { gunzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RecordPage } from '#contract/record/record.ts';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { durations } from '#domain/market/duration.ts';
import { writeStatements } from '#domain/record/shadow-minute.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { dayMs } from '#domain/time.ts';
import { canonicalLeaf } from '#record/leaf.ts';
import { issuedAt } from '#tests/support/a-signal.ts';
import { toBundle, toTile } from '#tests/support/record/log-tiles.ts';
import { createRecordSetup, getHead, type RecordSetup } from '#tests/support/record/record-setup.ts';
import { simulateRecord } from '#tests/support/record/simulated-record.ts';
import type { TestRecord } from '#tests/support/record/test-record.ts';
import { parseBundle, writeBundle } from './read-tile.ts';

let setup: RecordSetup;
let one: TestRecord;
let size: number;
let leaves: { readonly hash: Buffer; readonly text: string | null }[];

const tile = (path: string) => one.get(`/api/record/tile/${path}`);

/** Keys sorted at every level, as RFC 8785 has it; leaves have no nested objects. */
const canonical = (leaf: Record<string, unknown>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(leaf).toSorted(([a], [b]) => (a < b ? -1 : 1))));

async function readLeaves(): Promise<typeof leaves> {
  const { items } = RecordPage.parse(JSON.parse((await one.get('/api/record?limit=1000')).body));
  return items.map(({ leafHash, leaf }) => ({
    hash: Buffer.from(leafHash, 'hex'),
    text: leaf ? canonical(leaf) : null,
  }));
}

beforeAll(async () => {
  setup = await createRecordSetup();
  one = await setup.run();
  await one.get('/api/record/checkpoint');
  await simulateRecord(setup.database.db, { count: 320 });
  await one.get('/api/record/proof/600');
  ({ size } = await getHead(one));
  leaves = await readLeaves();
}, 60_000);

afterAll(() => setup?.tearDown());

describe('a tile', () => {
  it('holds the hashes that its definition gives, full and partial, at each level', async () => {
    const hashes = leaves.map(({ hash }) => hash);
    expect(size).toBeGreaterThan(512);
    for (const [level, n, width] of [
      [0, 0, 256],
      [0, 1, 256],
      [0, 2, size - 512],
      [0, 2, 1],
      [0, 1, 255],
      [1, 0, 2],
      [1, 0, 1],
    ] as const) {
      const { status, bytes, headers } = await tile(`${level}/00${n}${width < 256 ? `.p/${width}` : ''}`);
      expect([level, n, width, status]).toEqual([level, n, width, 200]);
      expect(headers['content-type']).toBe('application/octet-stream');
      expect(bytes).toEqual(toTile(hashes, level, n, width));
    }
  });

  it('may be cached for ever when full, for a minute when partial', async () => {
    expect((await tile('0/000')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await tile('0/000.p/9')).headers['cache-control']).toBe('public, max-age=60');
  });

  it('is not found beyond the signed tree', async () => {
    for (const path of ['0/003', '0/002', '0/002.p/255', '1/000', '1/000.p/3', '2/000.p/1', '63/000', '0/x001/000'])
      expect([path, (await tile(path)).status]).toEqual([path, 404]);
  });

  it.each([
    ['L', '64/000'],
    ['L', '01/000'],
    ['N', '0/0'],
    ['N', '0/x000/001'],
    ['W', '0/000.p/256'],
    ['W', '0/000.p/0'],
    ['N', 'entries/1'],
    ['W', 'entries/000.p/x'],
  ])('names %s as the malformed part of %s', async (field, path) => {
    const { status, body } = await tile(path);
    expect([status, JSON.parse(body)]).toMatchObject([400, { code: 'validation_failed', details: [{ field }] }]);
  });
});

describe('a bundle of entries', () => {
  it('holds the texts whose hashes the tile holds', async () => {
    const texts = leaves.slice(0, 256).map(({ text }) => text ?? '');
    const { bytes, headers } = await tile('entries/000');
    expect(bytes).toEqual(toBundle(texts));
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const prefix = Buffer.from([0]);
    for (const [i, text] of parseBundle(bytes).entries())
      expect(createHash('sha256').update(prefix).update(text).digest()).toEqual(leaves[i]?.hash);
  });

  it('is compressed for who accepts it', async () => {
    const plain = await tile('entries/001');
    const { headers, rawPayload } = await one.app.inject({
      url: '/api/record/tile/entries/001',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect([headers['content-encoding'], headers['vary']]).toEqual(['gzip', 'accept-encoding']);
    expect(gunzipSync(rawPayload)).toEqual(plain.bytes);
  });

  it('is shown only when all of its entries are open, and says how many are', async () => {
    await simulateRecord(setup.database.db, { count: 2, open: 1, seed: 2, from: issuedAt + dayMs });
    await one.get(`/api/record/proof/${size + 3}`);
    const grown = await getHead(one);
    leaves = await readLeaves();
    const open = leaves.findIndex(({ text }) => text === null) - 512;
    expect(open).toBeGreaterThan(0);
    const closed = await tile(`entries/002.p/${grown.size - 512}`);
    expect(closed.status).toBe(404);
    expect(closed.headers['retry-after']).toBe('60');
    expect(JSON.parse(closed.body)).toMatchObject({ code: 'leaf_not_open', details: { open } });
    expect(parseBundle((await tile(`entries/002.p/${open}`)).bytes)).toHaveLength(open);
    // Its hashes are public at once.
    expect((await tile(`0/002.p/${grown.size - 512}`)).status).toBe(200);
  });

  it('refuses an entry that its length does not fit, and one that is incomplete', () => {
    expect(() => writeBundle(['x'.repeat(65_536)])).toThrow(RangeError);
    expect(parseBundle(writeBundle(['x'.repeat(65_535)]))[0]).toHaveLength(65_535);
    expect(() => parseBundle(Buffer.from([0, 5, 1]))).toThrow(RangeError);
  });
});

it('the longest leaf fits a bundle: a minute in which every model states every pair and duration', () => {
  const statements = currencyPairs.flatMap(({ symbol }) =>
    durations.map((duration) => ({
      symbol,
      duration,
      direction: 'SELL' as const,
      passability: 56.12,
      isInTurn: true,
      isSignal: true,
      isIssued: true,
    })),
  );
  const leaf = canonicalLeaf({
    form: 'minute/1',
    feed: 'f'.repeat(100),
    inTurn: 'EURUSD',
    issuedAt: '2026-03-02T12:00:00.000Z',
    seq: Number.MAX_SAFE_INTEGER,
    nonce: '0'.repeat(32),
    inputs: 'c'.repeat(64),
    forecasts: aiModelKeys.map((model) => writeStatements({ model, version: 'v'.repeat(100), statements })),
  });
  expect(parseBundle(writeBundle([leaf]))).toEqual([leaf]);
});

it('the API reference describes both routes', async () => {
  const { paths } = JSON.parse((await one.get('/api/docs/json')).body) as { paths: Record<string, unknown> };
  expect(paths['/api/record/tile/{level}/{rest}']).toMatchObject({
    get: { responses: { 200: { content: { 'application/octet-stream': {} } } } },
  });
  expect(paths).toHaveProperty(['/api/record/tile/entries/{rest}']);
});
