import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '#domain/time.ts';
import { isCalibrationLeaf, parseLeaf } from '#record/leaf.ts';
import { calibrationDays } from '#server/database/tables/calibration-tables.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { bundleProcess } from '#tests/support/browser/bundle-process.ts';
import { calibratingLife } from '#tests/support/market/calibrating-life.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

/**
 * A process is killed (SIGKILL) at each of these places in turn: while a day is judged, between its
 * statistics and the calibration, and between the calibration and its use.
 */
const points = ['judging', 'calibration.before-commit', 'calibration.after-commit'] as const;
const rounds = 18;
const virtualStart = Date.parse('2026-03-03T22:00:00.000Z') + minuteMs;

let worker: Awaited<ReturnType<typeof bundleProcess>>;
let database: TestDatabase;
let unharmed: TestDatabase;
let virtualNow = virtualStart;
const unrecorded: string[] = [];
/** What a life used first, and what the record said before it. */
const begun: { readonly used: ReadonlyMap<string, string>; readonly recorded: ReadonlyMap<string, string> }[] = [];

beforeAll(async () => {
  worker = await bundleProcess(fileURLToPath(new URL('./calibration-worker.ts', import.meta.url)));
  [database, unharmed] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  for (let round = 0; round < rounds; round++) await runUntilKilled(round);
  let now = virtualStart;
  const life = calibratingLife({ db: unharmed.db, now: () => now });
  for (; now <= virtualNow; now += dayMs) await life.run();
  const last = calibratingLife({ db: database.db, now: () => virtualNow });
  await last.run();
}, 120_000);

afterAll(async () => {
  await Promise.all([database.close(), unharmed.close(), worker.remove()]);
});

async function runUntilKilled(round: number): Promise<void> {
  const recorded = await newestIds();
  const hits = 1 + (Math.floor(round / points.length) % 4);
  const args = [worker.file, database.url, String(virtualNow), points[round % points.length] ?? 'judging', `${hits}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const used: [string, string][] = [];
  const first = new Map<string, string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word, value = '', id = ''] = line.split(' ');
    if (word === 'at') virtualNow = Number(value);
    if (word !== 'used') return;
    used.push([value, id]);
    if (!first.has(value)) first.set(value, id);
  });
  await new Promise<void>((resolve, reject) => {
    child.once('close', (code, signal) =>
      signal === 'SIGKILL' ? resolve() : reject(new Error(`round ${round} ended by itself: ${code}`)),
    );
  });
  begun.push({ used: first, recorded });
  const ids = new Set((await calibrations(database)).map((one) => `${one.leaf.model} ${one.id}`));
  for (const [model, id] of used)
    if (id !== 'uncalibrated' && !ids.has(`${model} ${id}`)) unrecorded.push(`round ${round}: ${model} ${id}`);
}

async function calibrations({ db }: TestDatabase) {
  const rows = await db
    .select()
    .from(recordLeaves)
    .where(eq(recordLeaves.kind, 'calibration'))
    .orderBy(asc(recordLeaves.index));
  return rows.flatMap(({ leaf: text, leafHash }) => {
    const leaf = parseLeaf(text);
    return isCalibrationLeaf(leaf) ? [{ leaf, id: leafHash.toString('hex').slice(0, 8) }] : [];
  });
}

const newestIds = async (): Promise<Map<string, string>> =>
  new Map((await calibrations(database)).map(({ leaf, id }) => [leaf.model, id]));

describe(`calibrations of a process that is killed ${rounds} times`, () => {
  it('are recorded once for each model and rollover, in order', async () => {
    const ends = Map.groupBy(await calibrations(database), ({ leaf }) => leaf.model);
    expect(ends.size).toBe(2);
    for (const own of ends.values()) {
      const instants = own.map(({ leaf }) => leaf.to);
      expect(instants).toEqual([...new Set(instants)].sort());
      expect(instants.length).toBeGreaterThan(3);
    }
  });

  it('are used only once they are recorded, and each life begins with the newest', () => {
    expect(unrecorded).toEqual([]);
    expect(begun).toHaveLength(rounds);
    for (const { used, recorded } of begun)
      for (const [model, id] of used) expect(id).toBe(recorded.get(model) ?? 'uncalibrated');
  });

  it('are those of a process that was never killed, from the second rollover on', async () => {
    const toLines = async (of: TestDatabase) =>
      (await calibrations(of))
        .filter(({ leaf }) => Date.parse(leaf.to) >= virtualStart)
        .map(({ leaf }) => JSON.stringify({ ...leaf, at: null }))
        .sort();
    const expected = await toLines(unharmed);
    expect(expected.length).toBeGreaterThan(4);
    expect(await toLines(database)).toEqual(expected);
  });

  it('rest on each day judged once', async () => {
    const toRows = async ({ db }: TestDatabase) =>
      (await db.select().from(calibrationDays))
        .map(({ model, day, statistics }) => `${model} ${day.getTime()} ${statistics}`)
        .sort();
    expect(await toRows(database)).toEqual(await toRows(unharmed));
  });
});
