import { gunzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { durations } from '#domain/market/duration.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { minuteMs } from '#domain/time.ts';
import { canonicalLeaf } from '#record/leaf.ts';
import { writeForecasts } from '#record/lines.ts';
import { parseBundle, writeBundle } from '#record/signed-tiles.ts';
import { recordLeaves } from '#server/database/tables/record-tables.ts';
import { toBundle, toTile } from '#tests/support/record/log-tiles.ts';
import { createRecordSetup, getHead, type RecordSetup, untilSigned } from '#tests/support/record/record-setup.ts';
import { appendMany, appendSignal } from '#tests/support/record/grow-record.ts';
import type { TestRecord } from '#tests/support/record/test-record.ts';

let setup: RecordSetup;
let one: TestRecord;
let size: number;
let leaves: { readonly hash: Buffer; readonly text: string }[];

const tile = (path: string) => one.get(`/api/record/tile/${path}`);

const readLeaves = async (): Promise<typeof leaves> =>
  (await setup.database.db.select().from(recordLeaves).orderBy(recordLeaves.index)).map(({ leaf, leafHash }) => ({
    hash: leafHash,
    text: leaf,
  }));

beforeAll(async () => {
  setup = await createRecordSetup();
  one = await setup.run();
  await appendMany(setup.database.db, 640);
  await one.record.start();
  await untilSigned(one, 640);
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
    const texts = leaves.slice(0, 256).map(({ text }) => text);
    const { bytes, headers } = await tile('entries/000');
    expect(bytes).toEqual(toBundle(texts));
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const prefix = Buffer.from([0]);
    for (const [i, text] of parseBundle(bytes, 256).entries())
      expect(
        createHash('sha256')
          .update(prefix)
          .update(text ?? '')
          .digest(),
      ).toEqual(leaves[i]?.hash);
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

  it('is shown only when all of its entries are open, and says how many are; or without those that are not', async () => {
    const closed = (await appendSignal(setup.database.db, one.time.clock.now())) - 512;
    await untilSigned(one, await appendMany(setup.database.db, 1, one.time.clock.now()));
    const width = (await getHead(one)).size - 512;
    expect(width).toBe(closed + 2);
    const refused = await tile(`entries/002.p/${width}`);
    expect(refused.status).toBe(404);
    expect(refused.headers['retry-after']).toBe('60');
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'leaf_not_open', details: { open: closed } });
    expect(parseBundle((await tile(`entries/002.p/${closed}`)).bytes, closed)).toHaveLength(closed);
    // Its hashes are public at once.
    expect((await tile(`0/002.p/${width}`)).status).toBe(200);
    const whole = await tile(`entries/002.p/${width}?closed=empty`);
    expect(whole.headers['cache-control']).toBe('no-cache');
    const texts = parseBundle(whole.bytes, width);
    expect([texts[closed], texts[closed + 1]]).toEqual([null, (await readLeaves()).at(-1)?.text]);
    one.time.advance(3 * minuteMs + 5_000);
    expect(parseBundle((await tile(`entries/002.p/${width}`)).bytes, width)[closed]).toContain('"kind":"signal"');
  });
});

it('the longest leaf fits a bundle: a minute in which every model states every pair and duration', () => {
  const forecasts = currencyPairs.flatMap(({ symbol: pair }) =>
    durations.map((duration) => ({ pair, duration, side: 'SELL' as const, probability: 56.12 })),
  );
  const models = aiModelKeys.filter((key) => key !== 'manual');
  const leaf = canonicalLeaf({
    kind: 'minute',
    minute: '2026-03-02T12:00:00.000Z',
    at: '2026-03-02T12:01:00.000Z',
    inputs: 'c'.repeat(64),
    versions: models.map(() => Number.MAX_SAFE_INTEGER),
    forecasts: models.map((model) => writeForecasts({ model, forecasts })),
    without: [],
    nonce: '0'.repeat(32),
  });
  expect(parseBundle(writeBundle([Buffer.from(leaf)]), 1)).toEqual([leaf]);
});

it('the API reference describes both routes', async () => {
  const { paths } = JSON.parse((await one.get('/api/docs/json')).body) as { paths: Record<string, unknown> };
  expect(paths['/api/record/tile/{level}/{rest}']).toMatchObject({
    get: { responses: { 200: { content: { 'application/octet-stream': {} } } } },
  });
  expect(paths).toHaveProperty(['/api/record/tile/entries/{rest}']);
});
