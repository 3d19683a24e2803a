import { toHex } from '#record/bytes.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { secondMs } from '#domain/time.ts';
import {
  createRecordSetup,
  listFatal,
  getHead,
  type RecordSetup,
  getReady,
} from '#tests/support/record/record-setup.ts';
import { simulateRecord } from '#tests/support/record/simulated-record.ts';
import { openRecordFiles } from '../journal/record-files.ts';
import type { TestRecord } from '#tests/support/record/test-record.ts';
import { computeKeyId, parseVkey } from '#node/notes.ts';

vi.setConfig({ testTimeout: 30_000 });

let setup: RecordSetup;
let journal: string;

/** A record of ten leaves that was audited, signed and marked. */
beforeEach(async () => {
  setup = await createRecordSetup();
  await simulateRecord(setup.database.db, { count: 5 });
  const one = await setup.run();
  await one.get('/api/record/proof/9');
  const key = parseVkey((await one.get('/api/record/key')).body.trim());
  if (!key) throw new Error('no key');
  journal = join(setup.dataDir, 'record', toHex(computeKeyId(key)), 'leaves.ndjson');
  await setup.stop(one);
});
afterEach(() => setup.tearDown());

/** The next leader of a long record, which has grown by two leaves. */
async function nextLeader(openFiles = openRecordFiles): Promise<TestRecord> {
  await simulateRecord(setup.database.db, { count: 1, seed: 9 });
  return setup.run({ besideFromSize: 1, openFiles });
}

/** The leaves are append-only, but the owner of the database can remove the triggers. */
async function tamper(statement: string): Promise<void> {
  for (const table of ['record_leaves', 'record_checkpoints', 'record_nodes'])
    await setup.database.pool.query(`alter table ${table} disable trigger user`);
  await setup.database.pool.query(statement);
}

const changeFirstLeaf = (): Promise<void> =>
  tamper(`update record_leaves set leaf = replace(leaf, 'EURUSD', 'GBPUSD') where "index" = 0`);
const changeJournal = (change: (text: string) => string): void =>
  writeFileSync(journal, change(readFileSync(journal, 'utf8')));
/** Until it holds, also on a busy machine. */
const eventually = (assertion: () => void | Promise<void>): Promise<void> => vi.waitFor(assertion, { timeout: 20_000 });
const alarmed = (one: TestRecord, words: string | RegExp): Promise<void> =>
  eventually(() => expect(listFatal(one)).toEqual([expect.stringMatching(words)]));

/** A leader whose audit waits for `letAudit`: otherwise it may end before the first signature. */
async function heldLeader(): Promise<{ readonly next: TestRecord; readonly letAudit: () => void }> {
  const { promise: isLet, resolve: letAudit } = Promise.withResolvers<void>();
  let reads = Number.NEGATIVE_INFINITY;
  const next = await nextLeader((...place) => {
    const files = openRecordFiles(...place);
    const read: typeof files.memory.read = async () => {
      // The signing reads what was signed before, and after it the audit.
      if (++reads > 1) await isLet;
      return files.memory.read();
    };
    return { ...files, memory: { ...files.memory, read } };
  });
  reads = 0;
  return { next, letAudit };
}

describe('the audit beside the signing', () => {
  it('stops the signing when it finds a leaf that was changed, and no restart signs before it is repaired', async () => {
    await changeFirstLeaf();
    const { next, letAudit } = await heldLeader();
    expect((await next.get('/api/record/proof/11')).status).toBe(200);
    expect((await getHead(next)).size).toBe(12);
    letAudit();
    await alarmed(next, /signing of the record stopped: leaf 0 does not match its hash/);
    expect(await getReady(next)).toBe('degraded');
    await simulateRecord(setup.database.db, { count: 1, seed: 3 });
    next.time.advance(30 * secondMs);
    expect((await next.get('/api/record/proof/13')).status).toBe(404);
    await setup.stop(next);

    const after = await setup.run({ besideFromSize: 1 });
    expect((await after.get('/api/record/proof/13')).status).toBe(404);
    expect(after.published).toEqual([]);
    await tamper(`update record_leaves set leaf = replace(leaf, 'GBPUSD', 'EURUSD') where "index" = 0`);
    after.time.advance(30 * secondMs);
    expect((await after.get('/api/record/proof/13')).status).toBe(200);
    expect(await getReady(after)).toBe('ok');
  });

  it('stops the signing when it finds a line of the journal that was changed', async () => {
    changeJournal((text) => text.replace('EURUSD', 'GBPUSD'));
    const { next, letAudit } = await heldLeader();
    const { status } = await next.get('/api/record/proof/11');
    letAudit();
    expect(status).toBe(200);
    await alarmed(next, `line 1 of the journal ${journal} is damaged`);
  });

  it('does not delay a stop, and raises no alarm', async () => {
    const next = await nextLeader();
    expect((await next.get('/api/record/proof/11')).status).toBe(200);
    await next.record.stop();
    expect(next.logged).toEqual([]);
  });
});

describe('everything is audited before the first signature, without a mark that holds', () => {
  it.each([
    ['no mark', () => tamper('delete from record_audit_mark')],
    ['another signature', () => tamper(`update record_audit_mark set mac = sha256('forged')`)],
    ['another size', () => tamper('update record_audit_mark set size = 8')],
    ['another root', () => tamper(`update record_audit_mark set root = sha256('forged')`)],
    ['another tree', () => tamper(`update record_nodes set hash = sha256('forged') where level = 1 and position = 4`)],
    ['another chain', () => tamper(`update record_leaves set chain_hash = sha256('forged') where "index" = 9`)],
    ['a saved checkpoint of more leaves', () => tamper('delete from record_checkpoints')],
    ['another last line of the journal', async () => changeJournal((text) => text.replace(/"chain":"(\w+)"\}\n$/, ''))],
  ])('%s', async (_what, change) => {
    await change();
    await changeFirstLeaf();
    const next = await nextLeader();
    expect((await next.get('/api/record/proof/11')).status).toBe(404);
    expect(next.published).toEqual([]);
    expect(listFatal(next)).toEqual([expect.stringMatching('leaf 0 does not match its hash')]);
  });

  it('nor where the database was set back to before the mark', async () => {
    await tamper('delete from record_leaves where "index" >= 4');
    writeFileSync(journal, '');
    const next = await setup.run({ besideFromSize: 1 });
    await next.record.start();
    await next.time.advanceAsync(secondMs);
    await alarmed(next, /the record has 4 leaves, and 10 were signed/);
  });
});

it('a mark is renewed with each checkpoint, and after an audit of everything', async () => {
  const getSize = async (): Promise<number> =>
    Number((await setup.database.pool.query('select size from record_audit_mark')).rows[0]?.size);
  expect(await getSize()).toBe(10);
  const next = await nextLeader();
  await next.get('/api/record/proof/11');
  expect(await getSize()).toBe(12);
  await setup.stop(next);
  await tamper('delete from record_audit_mark');
  const last = await setup.run({ besideFromSize: 1 });
  await last.record.start();
  await last.time.advanceAsync(secondMs);
  await eventually(async () => expect(await getSize()).toBe(12));
  await simulateRecord(setup.database.db, { count: 1, seed: 4 });
  expect((await last.get('/api/record/proof/13')).status).toBe(200);
  expect(await getReady(last)).toBe('ok');
});
