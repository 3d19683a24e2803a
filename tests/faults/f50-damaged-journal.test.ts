import { toHex } from '#record/bytes.ts';
import { appendFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { computeKeyId, parseVkey } from '#node/notes.ts';
import {
  createRecordSetup,
  listFatal,
  getHead,
  type RecordSetup,
  getReady,
} from '#tests/support/record/record-setup.ts';
import { simulateRecord } from '#tests/support/record/simulated-record.ts';
import { secondMs } from '#domain/time.ts';

let setup: RecordSetup;
let path: string;
let whole: string;

/** A record of ten leaves that was signed and stopped. */
beforeEach(async () => {
  setup = await createRecordSetup();
  await simulateRecord(setup.database.db, { count: 5 });
  const one = await setup.run();
  await one.get('/api/record/proof/9');
  const key = parseVkey((await one.get('/api/record/key')).body.trim());
  if (!key) throw new Error('no key');
  path = join(setup.dataDir, 'record', toHex(computeKeyId(key)), 'leaves.ndjson');
  whole = readFileSync(path, 'utf8');
  await setup.stop(one);
});
afterEach(() => setup.tearDown());

const lines = (): string[] => whole.split('\n').slice(0, -1);

describe('F50 a journal of the leaves', () => {
  it('holds every signed leaf, and the file ends with a line break', () => {
    expect(lines().map((line) => (JSON.parse(line) as { index: number }).index)).toEqual([...Array(10).keys()]);
    expect(whole.endsWith('\n')).toBe(true);
  });

  it.each<[string, () => void]>([
    ['empty', () => writeFileSync(path, '')],
    ['truncated between two lines', () => writeFileSync(path, `${lines().slice(0, 7).join('\n')}\n`)],
    ['truncated within a line', () => truncateSync(path, whole.length - 20)],
    ['without a line in the middle', () => writeFileSync(path, `${lines().toSpliced(4, 1).join('\n')}\n`)],
    ['with a changed leaf', () => writeFileSync(path, whole.replace('EURUSD', 'GBPUSD'))],
    ['with a line that is none', () => writeFileSync(path, whole.replace('{"index":3', '{"index":'))],
    [
      'unreadable',
      () => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('stops signing when %s, and the alarm names it', async (_what, damage) => {
    damage();
    const next = await setup.run();
    await simulateRecord(setup.database.db, { count: 1, seed: 2 });
    await next.get('/api/record/proof/11');
    expect((await getHead(next)).size).toBe(10);
    expect(await getReady(next)).toBe('degraded');
    expect(listFatal(next)).toEqual([expect.stringContaining(path)]);
  });

  it('of another record stops signing, and the alarm names the leaf', async () => {
    const other = await createRecordSetup();
    await simulateRecord(other.database.db, { count: 5, seed: 7 });
    const one = await other.run();
    await one.get('/api/record/proof/9');
    const key = parseVkey((await one.get('/api/record/key')).body.trim());
    if (!key) throw new Error('no key');
    const foreign = join(other.dataDir, 'record', toHex(computeKeyId(key)), 'leaves.ndjson');
    writeFileSync(path, readFileSync(foreign));
    await other.tearDown();
    const next = await setup.run();
    await simulateRecord(setup.database.db, { count: 1, seed: 2 });
    await next.get('/api/record/proof/11');
    expect(await getReady(next)).toBe('degraded');
    expect(listFatal(next)).toEqual([expect.stringMatching(/leaf 0 in the journal/)]);
  });

  it('continues after the file was repaired, without a restart', async () => {
    truncateSync(path, 100);
    const next = await setup.run();
    await simulateRecord(setup.database.db, { count: 1, seed: 2 });
    await next.get('/api/record/proof/11');
    expect(await getReady(next)).toBe('degraded');
    writeFileSync(path, whole);
    next.time.advance(30 * secondMs);
    expect((await next.get('/api/record/proof/11')).status).toBe(200);
    expect(await getReady(next)).toBe('ok');
  });

  it('loses a line that a killed process began and never signed', async () => {
    appendFileSync(path, `${whole.slice(0, 150)}`);
    const next = await setup.run();
    await simulateRecord(setup.database.db, { count: 1, seed: 2 });
    expect((await next.get('/api/record/proof/11')).status).toBe(200);
    expect(readFileSync(path, 'utf8').startsWith(whole)).toBe(true);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(13);
    expect(await getReady(next)).toBe('ok');
  });

  it('is written for a record from before there was one', async () => {
    rmSync(path);
    const next = await setup.run();
    await next.get('/api/record/checkpoint');
    await simulateRecord(setup.database.db, { count: 1, seed: 2 });
    expect((await next.get('/api/record/proof/11')).status).toBe(200);
    expect(readFileSync(path, 'utf8').startsWith(whole)).toBe(true);
  });
});
