import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judge } from '#domain/signals/outcome.ts';
import { computeMid, roundPrice } from '#domain/market/currency-pair.ts';
import { leafHash } from '#record/bytes.ts';
import { crashPoints } from '#server/start/runtime.ts';
import { outcomes, signals, ticks, userEvents, users } from '#server/database/schema.ts';
import { recordLeaves } from '#server/database/tables/record-tables.ts';
import { sha256 } from '#node/notes.ts';
import { bundleProcess } from '#tests/support/browser/bundle-process.ts';
import { firstTickTime, lastTickTime, fakeMarket, tickAt } from '#tests/support/market/fake-market.ts';
import { deriveResult, parsePrices } from '#record/lines.ts';
import { listAllLeaves } from '#tests/support/record/leaves-of.ts';
import { isFullRun } from '#tests/support/full-run.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

/** A worker is killed (SIGKILL) this many times, at each named point in turn and at instants chosen by the parent. */
const rounds = Number(process.env.KILL_ROUNDS ?? (isFullRun ? 200 : 30));
const virtualStart = Date.parse('2026-03-02T09:00:00.000Z');
let worker: Awaited<ReturnType<typeof bundleProcess>>;
let database: TestDatabase;
const acknowledged = new Set<string>();
let virtualNow = virtualStart;
let killed = 0;

beforeAll(async () => {
  worker = await bundleProcess(fileURLToPath(new URL('./crash-worker.ts', import.meta.url)));
  database = await createTestDatabase();
  await database.db.insert(users).values(
    [1, 2, 3, 4].map((n) => ({
      id: randomUUID(),
      email: `trader-${n}@kurs.example`,
      passwordHash: 'none',
      lang: 'en' as const,
      isActivated: true,
      createdAt: new Date(virtualStart),
    })),
  );
  for (let round = 0; round < rounds; round++) await runUntilKilled(round);
}, 600_000);

afterAll(async () => {
  await database.close();
  await worker.remove();
});

const signalPoints = crashPoints.filter((point) => /^(issue|entry|settle)\./.test(point));

/**
 * Rounds cycle through the named points; every eighth is killed at an arbitrary place, after a
 * number of virtual seconds.
 */
function runUntilKilled(round: number): Promise<void> {
  const point = signalPoints[round % (signalPoints.length + 1)] ?? 'none';
  const hits = 1 + (Math.floor(round / (signalPoints.length + 1)) % 4);
  const secondsToLive = 3 + ((round * 7) % 40);
  const child = spawn(process.execPath, [worker.file, database.url, String(virtualNow), point, String(hits)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let seconds = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word, value = ''] = line.split(' ');
    if (word === 'issued') acknowledged.add(value);
    if (word !== 'at') return;
    virtualNow = Number(value);
    if (point === 'none' && ++seconds === secondsToLive) child.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    child.once('close', (code, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error(`round ${round} (${point}) ended by itself: ${code}`));
      killed++;
      resolve();
    });
  });
}

describe(`after ${rounds} kills`, () => {
  it('every round ended by kill -9', () => {
    expect(killed).toBe(rounds);
  });

  it('no acknowledged signal is lost', async () => {
    const stored = new Set((await database.db.select({ id: signals.id }).from(signals)).map((row) => row.id));
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(rounds / 4);
  });

  it('every signal that expired was settled once, with the result it would have had without a crash', async () => {
    const rows = await database.db.select().from(signals);
    const settled = new Map((await database.db.select().from(outcomes)).map((row) => [row.signalId, row]));
    const wrong = rows.filter((row) => {
      const opened = firstTickTime(row.issuedAt.getTime());
      const expires = opened + row.duration * 60_000;
      // The last run was killed before its final settlement pass.
      if (expires > virtualNow - 60_000) return false;
      const mid = (time: number): number => {
        const { bid, ask } = tickAt(row.symbol, time);
        return roundPrice(computeMid(bid, ask), row.symbol.endsWith('JPY') ? 3 : 5);
      };
      const close = mid(lastTickTime(expires));
      const result = judge(row.direction, mid(opened), close, row.symbol.endsWith('JPY') ? 3 : 5);
      const outcome = settled.get(row.id);
      return (
        outcome?.result !== result || outcome.closePrice !== close || row.result !== result || row.status !== 'settled'
      );
    });
    expect(wrong).toEqual([]);
    expect(settled.size).toBeGreaterThan(rounds / 4);
  });

  it('no signal stays open a minute past its expiry', async () => {
    const rows = await database.db.select().from(signals);
    const late = rows.filter((row) => row.status !== 'settled' && row.issuedAt.getTime() < virtualNow - 185_000);
    expect(late).toEqual([]);
  });

  it('each signal has one leaf, each outcome one event, and the record states what the product does', async () => {
    const [rows, settled, leaves, events] = await Promise.all([
      database.db.select().from(signals),
      database.db.select().from(outcomes),
      listAllLeaves(database.db),
      database.db.select().from(userEvents),
    ]);
    const stated = leaves.flatMap(({ index, leaf }) => (leaf.kind === 'signal' ? [index] : []));
    expect(rows.map((row) => row.recordIndex).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(stated);
    const results = events.filter((event) => event.name === 'result').map((event) => (event.data as { id: string }).id);
    expect(results.sort()).toEqual(settled.map((row) => row.signalId).sort());
    const shown = new Map(rows.map((row) => [row.recordIndex, row.result]));
    const ended = leaves.flatMap(({ leaf }) => {
      const signal = leaf.kind === 'outcome' ? leaves[leaf.of]?.leaf : undefined;
      const [prices] = leaf.kind === 'outcome' ? leaf.prices.flatMap((line) => parsePrices(line) ?? []) : [];
      if (leaf.kind !== 'outcome' || signal?.kind !== 'signal' || !prices) return [];
      return [{ of: leaf.of, result: deriveResult(signal, prices) }];
    });
    expect(new Set(ended.map(({ of }) => of)).size).toBe(ended.length);
    expect(ended.filter(({ of, result }) => (shown.get(of) ?? result) !== result)).toEqual([]);
    expect(ended.length).toBeGreaterThan(rounds / 4);
  });

  it('the tick that decided each outcome is in the tick log', async () => {
    const log = new Set(
      (await database.db.select().from(ticks)).map((tick) => `${tick.symbol} ${tick.time.getTime()}`),
    );
    const symbolById = new Map((await database.db.select().from(signals)).map((row) => [row.id, row.symbol]));
    const decided = (await database.db.select().from(outcomes)).filter((row) => row.result !== 'void');
    const missing = decided.filter(
      (row) => !log.has(`${symbolById.get(row.signalId)} ${row.closingTickAt?.getTime()}`),
    );
    expect(missing).toEqual([]);
    expect(fakeMarket.symbols.length).toBeGreaterThan(0);
  });

  it('the record has no gap, and each leaf its hash', async () => {
    const leaves = await database.db.select().from(recordLeaves).orderBy(asc(recordLeaves.index));
    const broken = leaves.filter((leaf, i) => leaf.index !== i || !leaf.leafHash.equals(leafHash(sha256, leaf.leaf)));
    expect(broken).toEqual([]);
  });
});
