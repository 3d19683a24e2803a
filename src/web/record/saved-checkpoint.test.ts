import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '#tests/support/components/stub-storage.ts';
import { minuteMs } from '#domain/time.ts';
import { createHonestLeaves } from '#tests/support/record/honest-record.ts';
import { origin, publishRecord, vkey } from '#tests/support/record/published-record.ts';
import { toPublicBytes, toVkey } from '#node/notes.ts';
import { parseLevel, parseTilePath } from '#record/tile.ts';
import { readStored } from '../storage/stored.ts';
import { clearCheckpoint, saveCheckpoint } from './saved-checkpoint.ts';

const from = Date.parse('2026-03-02T09:00:00.000Z');
const [minutes, now] = [60, from + 60 * minuteMs];
const leaves = createHonestLeaves({ from, minutes });
const published = publishRecord(leaves, { now });
const size = leaves.length;

beforeEach(() => {
  stubStorage();
  serve(published);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Answers the tiles of this record, or everything with a status. */
function serve(by: typeof published | number): void {
  vi.stubGlobal('fetch', async (path: string) => {
    const [, level = '', place = ''] = /\/tile\/(\w+)\/(.+)$/.exec(path) ?? [];
    const tile = parseTilePath(place);
    if (typeof by === 'number' || typeof tile === 'string') return new Response('', { status: Number(by) || 404 });
    return new Response(Buffer.from(await by.source.tile({ level: parseLevel(level) ?? 0, ...tile })));
  });
}

const save = (note: string, key = vkey) => saveCheckpoint({ key, note });
const savedSize = () => Number(readStored('record-checkpoint')?.note.split('\n')[1]);

test('the newest checkpoint that continues the saved one is saved in its place', async () => {
  expect(await save(published.signAt(10))).toBe('goes_on');
  expect(await save(published.note)).toBe('goes_on');
  expect(savedSize()).toBe(size);
  // An event may be older than what was read meanwhile.
  expect(await save(published.signAt(50))).toBe('goes_on');
  expect(savedSize()).toBe(size);
});

test('a history that does not continue it is remembered, and the saved note kept as evidence', async () => {
  await save(published.signAt(10));
  const other = publishRecord(createHonestLeaves({ from, minutes, seed: 2, signals: 3 }), { now });
  serve(other);
  expect(await save(other.note)).toBe('rewritten');
  expect(savedSize()).toBe(10);
  expect(readStored('record-contradiction')).toMatchObject({ kind: 'rewritten', note: other.note });
  clearCheckpoint();
  expect(await save(other.note)).toBe('goes_on');
});

test('a record under another key is another record', async () => {
  await save(published.note);
  const key = generateKeyPairSync('ed25519').privateKey;
  const other = publishRecord(leaves, { now, key });
  expect(await save(other.note, toVkey({ name: origin, publicKey: toPublicBytes(key) }))).toBe('other_key');
});

test.each([
  [404, 'rewritten'],
  [503, 'unknown'],
] as const)('tiles answered with %i make it %s', async (status, continuity) => {
  await save(published.signAt(10));
  serve(status);
  expect(await save(published.note)).toBe(continuity);
  expect(savedSize()).toBe(10);
});

test('a note that the key did not sign says nothing', async () => {
  expect(await save(published.note.replace(`\n${size}\n`, `\n${size - 1}\n`))).toBe('unknown');
  expect(readStored('record-checkpoint')).toBeNull();
});
