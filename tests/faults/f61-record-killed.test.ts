import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toHex } from '#record/bytes.ts';
import { parseCheckpoint, parseNote } from '#record/signed-note.ts';
import { growTree, joinSubtrees, type TreeEdge } from '#record/merkle-tree.ts';
import { crashPoints } from '#server/start/runtime.ts';
import { minuteBars, recordLeaves } from '#server/database/tables/record-tables.ts';
import { sha256 } from '#node/notes.ts';
import { bundleProcess } from '#tests/support/browser/bundle-process.ts';
import { isFullRun } from '#tests/support/full-run.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { checkDatabase } from '#tests/support/record/check-database.ts';
import { growRecord } from '#tests/support/record/grow-record.ts';
import { listAllLeaves } from '#tests/support/record/leaves-of.ts';
import { aDataDir } from '#tests/support/record/test-record.ts';

/**
 * A process that records, settles, signs and publishes is killed (SIGKILL) this many times, at each named
 * point in turn and at instants chosen by the parent.
 */
const rounds = Number(process.env.KILL_ROUNDS ?? (isFullRun ? 200 : 30));
const points = [...crashPoints.filter((point) => /^(sign|shadow)\./.test(point)), 'none'] as const;

let worker: Awaited<ReturnType<typeof bundleProcess>>;
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let database: TestDatabase;
/** How many leaves were committed at least. */
let committed = 0;
let endsAt = 0;
/** Size and root of each published checkpoint. */
const published = new Map<number, string>();
const contradictions: string[] = [];
const alarms: string[] = [];
let kills = 0;

beforeAll(async () => {
  worker = await bundleProcess(fileURLToPath(new URL('./record-worker.ts', import.meta.url)));
  dataDir = await aDataDir();
  database = await createTestDatabase();
  for (let round = 0; round < rounds; round++) {
    const isReady = await runUntilKilled(round);
    if (isReady) await checkHistory(`round ${round}`);
  }
  // The last start.
  await runUntilKilled(points.indexOf('none'));
  await checkHistory('the end');
  endsAt = await growRecord(database.db, 12);
}, 300_000);

afterAll(async () => {
  await Promise.all([database.close(), worker.remove(), dataDir.remove()]);
});

/** Whether the process got as far as recording. */
async function runUntilKilled(round: number): Promise<boolean> {
  const point = points[round % points.length] ?? 'none';
  const hits = 1 + (Math.floor(round / points.length) % 4);
  const child = spawn(process.execPath, [worker.file, database.url, dataDir.path, point, String(hits)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let isReady = false;
  let linesToLive = 3 + ((round * 7) % 20);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word = '', value = ''] = line.split(' ');
    if (word === 'ready') isReady = true;
    if (word === 'committed') committed = Number(value);
    if (word === 'published') publish(value);
    if (word === 'alarm') alarms.push(`round ${round}: ${line}`);
    if (point === 'none' && --linesToLive === 0) child.kill('SIGKILL');
  });
  await new Promise<void>((resolve, reject) => {
    child.once('close', (code, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error(`round ${round} (${point}) ended by itself: ${code}`));
      kills++;
      resolve();
    });
  });
  return isReady;
}

function publish(base64: string): void {
  const checkpoint = parseCheckpoint(parseNote(Buffer.from(base64, 'base64').toString())?.text ?? '');
  if (!checkpoint) throw new Error('published what is no checkpoint');
  const { size, root } = checkpoint;
  if ((published.get(size) ?? root) !== root) contradictions.push(`two checkpoints of ${size} leaves`);
  published.set(size, root);
}

/** Every published checkpoint is a prefix of the leaves, and every committed leaf is there. */
async function checkHistory(when: string): Promise<void> {
  const leaves = await database.db
    .select({ leafHash: recordLeaves.leafHash })
    .from(recordLeaves)
    .orderBy(asc(recordLeaves.index));
  if (leaves.length < committed) contradictions.push(`${when}: ${committed - leaves.length} leaves were lost`);
  let edge: TreeEdge = [];
  let grown = 0;
  for (const [size, root] of [...published].toSorted(([a], [b]) => a - b)) {
    const hashes = leaves.slice(grown, size).map(({ leafHash }) => leafHash);
    edge = growTree(sha256, grown, edge, hashes).edge;
    grown = size;
    if (Buffer.from(joinSubtrees(sha256, edge)).toString('base64') !== root)
      contradictions.push(`${when}: the record does not continue its checkpoint of ${size} leaves`);
  }
}

describe(`F61: a record, killed ${rounds} times`, () => {
  it('was killed each time, and published meanwhile', () => {
    expect(kills).toBe(rounds + 1);
    expect(published.size).toBeGreaterThan(rounds / 2);
  });

  it('continues every checkpoint that it published, and loses nothing that was committed', () => {
    expect(contradictions).toEqual([]);
  });

  it('never stops signing', () => {
    expect(alarms).toEqual([]);
  });

  it('is one that the verifier accepts: no two leaves disagree on a price, and every outcome is there', async () => {
    expect((await checkDatabase(database.db, endsAt)).failures).toEqual([]);
  });

  it('states each minute with its bars', async () => {
    const lines = new Set((await database.db.select().from(minuteBars)).map(({ line }) => toHex(sha256(line))));
    const minutes = (await listAllLeaves(database.db)).flatMap(({ leaf }) => (leaf.kind === 'minute' ? [leaf] : []));
    expect(minutes.filter(({ inputs }) => !lines.has(inputs))).toEqual([]);
    expect(minutes.length).toBeGreaterThan(rounds);
  });
});
