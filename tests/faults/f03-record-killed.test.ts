import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toHex } from '#record/bytes.ts';
import { parseCheckpoint, parseNote } from '#record/checkpoint.ts';
import { growTree, joinSubtrees, type TreeEdge } from '#record/merkle-tree.ts';
import { parseLeaf } from '#record/leaf.ts';
import { crashPoints } from '#server/start/crash-points.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { minuteBars } from '#server/database/tables/shadow-tables.ts';
import { sha256 } from '#node/sha256.ts';
import { bundleProcess } from '#tests/support/browser/bundle-process.ts';
import { isFullRun } from '#tests/support/full-run.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { aDataDir } from '#tests/support/record/test-record.ts';

/**
 * A process that records, signs and publishes is killed (SIGKILL) this many times, at each named point
 * in turn and at instants chosen by the parent.
 */
const rounds = Number(process.env.KILL_ROUNDS ?? (isFullRun ? 200 : 40));
const points = [...crashPoints.filter((point) => point.startsWith('sign.')), 'none'] as const;

let worker: Awaited<ReturnType<typeof bundleProcess>>;
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let database: TestDatabase;
/** Ids of committed leaves. */
const committed = new Set<string>();
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
    if (word === 'committed') committed.add(value);
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
    .select({ id: recordLeaves.signalId, leafHash: recordLeaves.leafHash })
    .from(recordLeaves)
    .orderBy(asc(recordLeaves.index));
  const stored = new Set(leaves.map(({ id }) => id));
  for (const id of committed) if (!stored.has(id)) contradictions.push(`${when}: ${id} was lost`);
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

describe(`a record, killed ${rounds} times`, () => {
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

  it('has each statement and each end once, each minute with its bars', async () => {
    const leaves = await database.db.select().from(recordLeaves).orderBy(asc(recordLeaves.index));
    const lines = new Set((await database.db.select().from(minuteBars)).map(({ line }) => toHex(sha256(line))));
    const seen = leaves.map(({ kind, signalId }) => `${kind} ${signalId}`);
    expect(new Set(seen).size).toBe(seen.length);
    const sequence = leaves.map(({ leaf }) => parseLeaf(leaf)).flatMap((leaf) => ('seq' in leaf ? [leaf.seq] : []));
    expect(sequence).toEqual(sequence.map((_, i) => i));
    const named = leaves.map(({ leaf }) => parseLeaf(leaf)).flatMap((leaf) => ('inputs' in leaf ? [leaf.inputs] : []));
    expect(named.filter((hash) => hash === undefined || !lines.has(hash))).toEqual([]);
  });
});
