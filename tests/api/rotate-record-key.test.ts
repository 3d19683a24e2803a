import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RecordKeys } from '#contract/record/record.ts';
import { findBrokenHandover, type RecordKeyTerm } from '#record/record-handover.ts';
import { openRecordKey } from '#server/modules/record/sign/record-key.ts';
import { openRecordFiles, recordFolder } from '#server/modules/record/journal/record-files.ts';
import { rotateRecordKey } from '#server/modules/record/sign/rotate-record-key.ts';
import { openNote, parseVkey } from '#node/notes.ts';
import { simulateHonestRecord } from '#tests/support/record/simulated-record.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { aDataDir, createTestRecord, type TestRecord } from '#tests/support/record/test-record.ts';
import { dayMs, hourMs } from '#domain/time.ts';
import { issuedAt } from '#tests/support/a-signal.ts';

// Every test starts one or two processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

const secret = 'a-secret-of-thirty-two-characters';
const day = '2026-03-02';

let database: TestDatabase;
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let before: { readonly vkey: string; readonly note: string };
let handedOver: { readonly note: string; readonly size: number };
let two: TestRecord;
let address: string;
let keys: RecordKeyTerm[];
let dayFile: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await aDataDir();
  const { db } = database;
  const one = await createTestRecord({ db, dataDir: dataDir.path });
  await simulateHonestRecord(db, { count: 20 });
  await one.get('/api/record/proof/30');
  const [key, checkpoint] = [await one.get('/api/record/key'), await one.get('/api/record/checkpoint')];
  before = { vkey: key.body.trim(), note: checkpoint.body };
  await one.record.stop();
  await one.app.close();

  const { clock } = one.time;
  const old = await openRecordKey({ db, secret, name: 'unused', clock });
  const folder = recordFolder(dataDir.path, old);
  const saved = openRecordFiles(folder);
  const { size } = await rotateRecordKey({ db, key: old, secret, ...saved, clock });

  two = await createTestRecord({ db, dataDir: dataDir.path });
  address = await two.app.listen({ port: 0, host: '127.0.0.1' });
  handedOver = { note: (await two.get('/api/record/checkpoint')).body, size };
  await simulateHonestRecord(db, { count: 10, seed: 2, from: issuedAt + hourMs });
  await two.get(`/api/record/proof/${size + 10}`);
  keys = RecordKeys.parse(JSON.parse((await two.get('/api/record/keys')).body));
  await two.record.start();
  two.time.advance(dayMs);
  const file = await vi.waitFor(
    async () => {
      const found = await two.get(`/api/record/export/${day}`);
      expect(found.status).toBe(200);
      return found.bytes;
    },
    { timeout: 20_000 },
  );
  dayFile = join(dataDir.path, `${day}.ndjson.gz`);
  writeFileSync(dayFile, file);
}, 60_000);

afterAll(async () => {
  await two?.record.stop();
  await two?.app.close();
  await database?.close();
  await dataDir?.remove();
});

const isSignedBy = (note: string, vkey: string): boolean => {
  const key = parseVkey(vkey);
  return key !== null && openNote(note, key) !== null;
};

function run(script: string, ...args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const { INIT_CWD: _calledIn, npm_lifecycle_event: _task, ...env } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
const verify = (...args: readonly string[]) => run('../../scripts/verify-record.ts', ...args);

describe('a record handed over to another key', () => {
  it('lists both keys, and returns the new one to clients', async () => {
    expect(keys.map(({ fromSize }) => fromSize)).toEqual([0, handedOver.size]);
    expect(keys[0]?.vkey).toBe(before.vkey);
    expect((await two.get('/api/record/key')).body).toBe(`${keys[1]?.vkey}\n`);
    expect(findBrokenHandover(keys, isSignedBy)).toBeNull();
  });

  it('is signed by both keys at the handover, and only by the new one from then on', async () => {
    const [old, next] = keys.map(({ vkey }) => vkey);
    expect([isSignedBy(handedOver.note, old ?? ''), isSignedBy(handedOver.note, next ?? '')]).toEqual([true, true]);
    const { body } = await two.get('/api/record/checkpoint');
    expect([isSignedBy(body, old ?? ''), isSignedBy(body, next ?? '')]).toEqual([false, true]);
  });

  it('verifies without options, with the old key, and with the checkpoint from before', async () => {
    const saved = join(dataDir.path, 'kept.txt');
    writeFileSync(saved, before.note);
    for (const args of [[], ['--key', before.vkey], ['--since', saved]]) {
      const { code, output } = await verify(address, '--at', '2026-03-02T10:15:00Z', ...args);
      expect([args, output]).toEqual([args, expect.stringContaining('All checks passed')]);
      expect(code).toBe(0);
    }
  });

  it('verifies the exported day of the handover offline, also with a third-party program', async () => {
    expect(await verify('--from-file', dayFile)).toMatchObject({ code: 0 });
    expect(await run('../../scripts/record/verify-day.mjs', dayFile, keys[1]?.vkey ?? '')).toMatchObject({ code: 0 });
  });
});

describe('a key without a valid handover', () => {
  it.each([
    ['without a note', (terms: RecordKeyTerm[]) => terms.map((term) => ({ ...term, handover: null }))],
    ['from another size', (terms: RecordKeyTerm[]) => terms.map((term, i) => ({ ...term, fromSize: i * 3 }))],
    ['by a changed note', ([old, next]: RecordKeyTerm[]) => [old, changed(next)]],
    ['in the wrong order', (terms: RecordKeyTerm[]) => terms.toReversed()],
    ['as if it were the first', ([, next]: RecordKeyTerm[]) => [next]],
  ])('is rejected: %s', async (_what, forge) => {
    expect(findBrokenHandover(forge(keys) as RecordKeyTerm[], isSignedBy)).not.toBeNull();
  });
});

const changed = (term?: RecordKeyTerm) =>
  term && { ...term, handover: term.handover?.replace('handover at 2026', 'handover at 2027') ?? null };

it('a key is never replaced in the table, only followed by another', async () => {
  for (const statement of [
    'update record_keys set handover = null where id = 2',
    'delete from record_keys where id = 2',
  ])
    await expect(database.pool.query(statement)).rejects.toThrow();
});
