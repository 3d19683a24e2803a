import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrashHook, noCrash } from '#server/start/crash-points.ts';
import type { BarInput } from '#engine/bar-input.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { minuteBars, shadowMinutes } from '#server/database/tables/shadow-tables.ts';
import { createInputJournal } from '#server/live/input-journal.ts';
import { createShadowSetup } from '#tests/support/market/shadow-setup.ts';
import { appendLeaves } from '#server/modules/record/append/append-leaves.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { minuteMs } from '#domain/time.ts';
import { type ClosedMinute, createAppendMinute } from './append-minute.ts';

const aSignalLeaf = {
  id: '5f0c2b1e-0000-4000-8000-000000000001',
  model: 'kurs_ai_v2',
  modelVersion: 'v',
  symbol: 'EURUSD',
  direction: 'BUY',
  passability: 57,
  hasEdge: true,
  duration: 5,
  nonce: 'c'.repeat(32),
} as const;

const start = Date.parse('2026-03-02T09:00:00.000Z');
let database: TestDatabase;
let now = start;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const leading = { isLeading: () => true };
const append = (feed = 'simulated:1', inputs = createInputJournal([], leading), crashPoint: CrashHook = noCrash) =>
  createAppendMinute({
    db: database.db,
    feed,
    gapReasons: { getReason: () => 'late', findSilence: () => null },
    inputs,
    clock: { now: () => now },
    nonce: () => 'b'.repeat(32),
    crashPoint,
  });

/** The forecasts of the minute that ended at `end`. */
const closedAt = (end: number): ClosedMinute => {
  const barTime = end - minuteMs;
  const models = [{ model: 'kurs_ai_v1', version: 'v', statements: [] }] as const;
  return { barTime, findNotOpen: () => [], stateAt: (statedAt) => ({ barTime, statedAt, inTurn: 'EURUSD', models }) };
};

const listLeaves = async (feed: string) =>
  (await database.db.select().from(recordLeaves).orderBy(recordLeaves.index))
    .map(({ leaf }) => JSON.parse(leaf) as Record<string, unknown>)
    .filter((leaf) => leaf['feed'] === feed);

describe('a minute', () => {
  it('is stated once per market, whatever else is stated for it', async () => {
    now = start + 700;
    expect(await append()(closedAt(start))).toBe(true);
    now += 100;
    expect(await append()(closedAt(start))).toBe(false);
    expect(await listLeaves('simulated:1')).toHaveLength(1);
    expect(await append('deriv')(closedAt(start))).toBe(true);
    expect(await listLeaves('deriv')).toMatchObject([{ seq: 0, issuedAt: new Date(now).toISOString() }]);
  });

  it('is not stated after the minute that follows it, and is then a gap', async () => {
    now = start + 2 * minuteMs;
    expect(await append()(closedAt(start + minuteMs))).toBe(false);
    now = start + 3 * minuteMs - 1;
    expect(await append()(closedAt(start + 2 * minuteMs))).toBe(true);
    const [, gap, minute] = await listLeaves('simulated:1');
    expect(gap).toMatchObject({
      from: new Date(start).toISOString(),
      to: new Date(start + minuteMs).toISOString(),
      reason: 'late',
    });
    expect(minute).toMatchObject({ seq: 1 });
  });

  it('is issued no earlier than the statement before it', async () => {
    now = start + 3 * minuteMs + 10;
    const lead = 500;
    const before = { ...aSignalLeaf, feed: 'simulated:1', issuedAt: new Date(now + lead).toISOString() };
    const signalId = before.id;
    await database.db.transaction((tx) =>
      appendLeaves(tx, [{ kind: 'signal', signalId, at: new Date(now + lead), leaf: before }]),
    );
    expect(await append()(closedAt(start + 3 * minuteMs))).toBe(true);
    expect((await listLeaves('simulated:1')).at(-1)).toMatchObject({ seq: 3, issuedAt: before.issuedAt });
  });
});

describe('the inputs of a minute', () => {
  const close = (minute: number): BarInput => ['close', minute, []];
  const toLines = async (feed: string) =>
    (await database.db.select().from(minuteBars).orderBy(minuteBars.minute))
      .filter((row) => row.feed === feed)
      .map(({ line }) => line);
  const getInputs = async (feed: string): Promise<BarInput[][]> =>
    (await toLines(feed)).map((line) => JSON.parse(line).inputs as BarInput[]);

  it('are stored with its leaf, which names their hash, up to its close', async () => {
    const feed = 'simulated:inputs';
    const journal = createInputJournal(['a model'], leading);
    journal.add(['bar', 'EURUSD', start, 1.1, 1.2, 1, 1.15]);
    journal.add(close(start));
    journal.add(['bar', 'EURUSD', start + minuteMs, 1.1, 1.2, 1, 1.15]);
    now = start + minuteMs + 700;
    await append(feed, journal)(closedAt(start + minuteMs));
    const [line = ''] = await toLines(feed);
    expect(JSON.parse(line)).toEqual({
      feed,
      minute: new Date(start).toISOString(),
      notOpen: [],
      inputs: [['bar', 'EURUSD', start, 1.1, 1.2, 1, 1.15], close(start)],
    });
    const [leaf] = await listLeaves(feed);
    expect(leaf?.['inputs']).toBe(createHash('sha256').update(line).digest('hex'));
  });

  it('are stored once, and with the next minute if theirs could not be', async () => {
    const feed = 'simulated:crashes';
    const journal = createInputJournal(['a model'], leading);
    const [first = 0, second = 0, third = 0] = [1, 2, 3].map((minute) => start + minute * minuteMs);
    const at = (minute: number, crashesAt = ''): Promise<boolean> => {
      journal.add(close(minute));
      now = minute + minuteMs + 700;
      const crashPoint: CrashHook = (point) => {
        if (point === crashesAt) throw new Error(point);
      };
      return append(feed, journal, crashPoint)(closedAt(minute + minuteMs));
    };
    await expect(at(first, 'shadow.before-append-commit')).rejects.toThrow('shadow.before-append-commit');
    await expect(at(second, 'shadow.after-append-commit')).rejects.toThrow('shadow.after-append-commit');
    await at(third);
    expect(await getInputs(feed)).toEqual([[close(first), close(second)], [close(third)]]);
  });

  it('are not stored when the minute is not stated', async () => {
    const feed = 'simulated:unstated';
    const minute = start + 5 * minuteMs;
    const journal = createInputJournal(['a model'], leading);
    journal.add(close(minute));
    now = minute + minuteMs + 700;
    expect(await append(feed, journal)({ ...closedAt(minute + minuteMs), stateAt: () => null })).toBe(false);
    expect(await toLines(feed)).toEqual([]);
    expect(await append(feed, journal)(closedAt(minute + minuteMs))).toBe(true);
    expect(await getInputs(feed)).toEqual([[close(minute)]]);
  });

  it('of another process are stored from their beginning', async () => {
    const feed = 'simulated:crashes';
    const minute = start + 4 * minuteMs;
    const journal = createInputJournal(['a model'], leading);
    journal.add(['start', ['EURUSD'], ['a model']]);
    journal.add(close(minute));
    now = minute + minuteMs + 700;
    await append(feed, journal)(closedAt(minute + minuteMs));
    expect((await getInputs(feed)).at(-1)).toEqual([['start', ['EURUSD'], ['a model']], close(minute)]);
  });
});

describe('minutes that were open when the product ended', () => {
  const openMinutes = async (feed: string) =>
    (await database.db.select().from(shadowMinutes)).filter((row) => row.feed === feed && row.settledAt === null)
      .length;
  const findSetup = (id: string, kind: string, from: number) =>
    createShadowSetup({ db: database.db, from, pUp: () => 0.6, feed: { id, kind } });

  it('continue when the same market runs again', async () => {
    const setup = await findSetup('simulated:2', 'simulated', start);
    await setup.run(5);
    expect(await openMinutes('simulated:2')).toBe(5);
    const again = await findSetup('simulated:2', 'simulated', setup.now() + minuteMs);
    expect(await openMinutes('simulated:2')).toBe(5);
    await again.run(12);
    expect(await openMinutes('simulated:2')).toBe(11);
  });

  it('are settled from the log when another market runs, or a replay starts again', async () => {
    await (await findSetup('replay', 'replay', start)).run(5);
    expect(await openMinutes('replay')).toBe(5);
    await findSetup('replay', 'replay', start + 3 * minuteMs);
    expect(await openMinutes('replay')).toBe(0);
    expect(await openMinutes('simulated:2')).toBe(0);
    await (await findSetup('deriv', 'deriv', start)).run(2);
    await findSetup('simulated:2', 'simulated', start);
    expect(await openMinutes('deriv')).toBe(0);
  });
});
