import { spawn } from 'node:child_process';
import { globSync, readFileSync, truncateSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCheckpoint, parseNote } from '#record/checkpoint.ts';
import { growTree, joinSubtrees, type TreeEdge } from '#record/merkle-tree.ts';
import { parseLeaf } from '#record/leaf.ts';
import { crashPoints } from '#server/start/crash-points.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { minuteBars } from '#server/database/tables/shadow-tables.ts';
import { hashOfBarLine } from '#server/modules/record/journal/bar-journal.ts';
import { createLeafJournal } from '#server/modules/record/journal/leaf-journal.ts';
import { findLastCheckpoint } from '#server/modules/record/sign/record-tree.repository.ts';
import { sha256 } from '#node/sha256.ts';
import { bundleProcess } from '#tests/support/browser/bundle-process.ts';
import { createChance } from '#tests/support/chance.ts';
import { isFullRun } from '#tests/support/full-run.ts';
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { aDataDir } from '#tests/support/record/test-record.ts';

/**
 * A process that records, signs and publishes is killed (SIGKILL) this many times, at each named point
 * in turn and at instants chosen by the parent. Before every eighth round its database is lost and
 * replaced by an older backup.
 */
const rounds = Number(process.env.KILL_ROUNDS ?? (isFullRun ? 200 : 40));
const points = [...crashPoints.filter((point) => point.startsWith('sign.')), 'none'] as const;
const chance = createChance(54);

let worker: Awaited<ReturnType<typeof bundleProcess>>;
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let database: TestDatabase;
let backup: TestDatabase;
/** Ids of committed leaves; after a loss of the database those in the journal. */
let committed = new Set<string>();
/** Size and root of each published checkpoint. */
const published = new Map<number, string>();
const contradictions: string[] = [];
const alarms: string[] = [];
let [kills, restores, replays, tornLines, withoutBars] = [0, 0, 0, 0, 0];

beforeAll(async () => {
  worker = await bundleProcess(fileURLToPath(new URL('./record-worker.ts', import.meta.url)));
  dataDir = await aDataDir();
  database = await createTestDatabase();
  backup = await copyTestDatabase(database);
  for (let round = 0; round < rounds; round++) {
    if (round % 24 === 1) await makeBackup();
    const isRestored = round % 8 === 7;
    if (isRestored) await loseDatabase();
    const isReady = await runUntilKilled(round, isRestored && round % 16 === 7);
    if (isReady) await checkHistory(`round ${round}`);
  }
  // The last start.
  await runUntilKilled(points.indexOf('none'), false);
  await checkHistory('the end');
}, 300_000);

afterAll(async () => {
  await Promise.all([database.close(), backup.close(), worker.remove(), dataDir.remove()]);
});

async function makeBackup(): Promise<void> {
  await backup.close();
  backup = await copyTestDatabase(database);
}

async function loseDatabase(): Promise<void> {
  restores++;
  await database.close();
  database = await copyTestDatabase(backup);
  const journaled = await journaledIds();
  committed = new Set([...committed].filter((id) => journaled.has(id)));
}

/** Whether the process got as far as recording. */
async function runUntilKilled(round: number, isKilledInReplay: boolean): Promise<boolean> {
  const point = isKilledInReplay ? 'replay.before-commit' : (points[round % points.length] ?? 'none');
  const hits = isKilledInReplay ? 1 : 1 + (Math.floor(round / points.length) % 4);
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
    if (line.includes('the journal completed it')) replays++;
    withoutBars += Number(/"withoutBars":(\d+)/.exec(line)?.[1] ?? 0);
    if (point === 'none' && --linesToLive === 0) child.kill('SIGKILL');
  });
  await new Promise<void>((resolve, reject) => {
    child.once('close', (code, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error(`round ${round} (${point}) ended by itself: ${code}`));
      kills++;
      resolve();
    });
  });
  if (point === 'sign.before-flush') await tearLastLines();
  return isReady;
}

function publish(base64: string): void {
  const checkpoint = parseCheckpoint(parseNote(Buffer.from(base64, 'base64').toString())?.text ?? '');
  if (!checkpoint) throw new Error('published what is no checkpoint');
  const { size, root } = checkpoint;
  if ((published.get(size) ?? root) !== root) contradictions.push(`two checkpoints of ${size} leaves`);
  published.set(size, root);
}

const journalPath = (): string => globSync(`${dataDir.path}/record/*/leaves.ndjson`)[0] ?? '';

/** As a power cut leaves what was not flushed: the file ends anywhere after the last signed leaf. */
async function tearLastLines(): Promise<void> {
  const text = readFileSync(journalPath());
  const signed = (await findLastCheckpoint(database.db))?.size ?? 0;
  let flushed = 0;
  for (let line = 0; line < signed; line++) flushed = text.indexOf('\n', flushed) + 1;
  const end = flushed + Math.floor(chance() * (text.length - flushed));
  if (end > flushed && text[end - 1] !== '\n'.charCodeAt(0)) tornLines++;
  truncateSync(journalPath(), end);
}

async function journaledIds(): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const rows of createLeafJournal(journalPath().replace(/\/[^/]+$/, '')).read())
    for (const { signalId } of rows) ids.add(signalId);
  return ids;
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
  it('was killed each time, published meanwhile, lost its database and left torn lines', () => {
    expect(kills).toBe(rounds + 1);
    expect(published.size).toBeGreaterThan(rounds / 2);
    expect(restores).toBe(Math.floor(rounds / 8));
    expect(replays).toBeGreaterThan(restores / 2);
    expect(tornLines).toBeGreaterThan(rounds / 40);
  });

  it('continues every checkpoint that it published, and loses nothing that was committed', () => {
    expect(contradictions).toEqual([]);
  });

  it('never stops signing', () => {
    expect(alarms).toEqual([]);
  });

  it('has each statement and each end once, each minute with its bars', async () => {
    const leaves = await database.db.select().from(recordLeaves).orderBy(asc(recordLeaves.index));
    const lines = new Set((await database.db.select().from(minuteBars)).map(({ line }) => hashOfBarLine(line)));
    const seen = leaves.map(({ kind, signalId }) => `${kind} ${signalId}`);
    expect(new Set(seen).size).toBe(seen.length);
    const sequence = leaves.map(({ leaf }) => parseLeaf(leaf)).flatMap((leaf) => ('seq' in leaf ? [leaf.seq] : []));
    expect(sequence).toEqual(sequence.map((_, i) => i));
    const named = leaves.map(({ leaf }) => parseLeaf(leaf)).flatMap((leaf) => ('inputs' in leaf ? [leaf.inputs] : []));
    expect(named.filter((hash) => hash === undefined || !lines.has(hash))).toEqual([]);
    expect(withoutBars).toBe(0);
  });

  it('has the same leaves in the journal, each once', async () => {
    const hashes = (await database.db.select().from(recordLeaves).orderBy(asc(recordLeaves.index))).map(
      ({ leafHash }) => leafHash.toString('hex'),
    );
    const journaled: string[] = [];
    for await (const rows of createLeafJournal(journalPath().replace(/\/[^/]+$/, '')).read())
      journaled.push(...rows.map(({ leafHash }) => leafHash.toString('hex')));
    expect(journaled).toEqual(hashes.slice(0, journaled.length));
    expect(journaled.length).toBeGreaterThanOrEqual(Math.max(...published.keys()));
  });
});
