import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DayRecap } from '#contract/record/views.ts';
import { writePrice, writeStatements } from '#domain/record/shadow-minute.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time.ts';
import { leafHash } from '#record/hash.ts';
import { canonicalLeaf, type MinuteLeaf } from '#record/leaf.ts';
import { writeLeaves, type RecordedLeaf } from '#server/modules/record/append/write-leaves.ts';
import { sha256 } from '#node/sha256.ts';
import { simulateRecord, type SimulatedSignal } from '#tests/support/record/simulated-record.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { countAll } from '#tests/support/test-figures.ts';
import { createReadRecap } from './read-recap.ts';

const day = '2026-03-02';
const start = Date.parse(`${day}T00:00:00.000Z`);
const at = (ms: number): string => new Date(ms).toISOString();
let database: TestDatabase;
let simulated: SimulatedSignal[];

/**
 * A minute in which VIP states one forecast that it would have issued and a higher one that not.
 */
function aMinute(statedAt: number, passability: number, isWon: boolean, feed = 'simulated:1'): RecordedLeaf[] {
  const stated = { symbol: 'GBPUSD', direction: 'BUY', duration: 2, isInTurn: true, isSignal: true } as const;
  const statements = [
    { ...stated, passability, isIssued: true },
    { ...stated, passability: 99, isIssued: false },
  ];
  const leaf: MinuteLeaf = {
    form: 'minute/1',
    feed,
    inTurn: 'GBPUSD',
    issuedAt: at(statedAt),
    seq: 0,
    nonce: randomUUID().replaceAll('-', ''),
    forecasts: [writeStatements({ model: 'vip', version: 'v', statements })],
  };
  const forecast = Buffer.from(leafHash(sha256, canonicalLeaf(leaf))).toString('hex');
  const price = (minutes: 0 | 2, value: number) =>
    writePrice({ symbol: 'GBPUSD', minutes, price: value, afterMs: 100 + minutes * minuteMs });
  const prices = [price(0, 1.2), price(2, isWon ? 1.3 : 1.1)];
  const signalId = randomUUID();
  return [
    { kind: 'forecast', signalId, at: new Date(statedAt), leaf },
    { kind: 'outcome', signalId, at: new Date(statedAt + hourMs), leaf: { form: 'minute-prices/1', forecast, prices } },
  ];
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  simulated = await simulateRecord(db, { count: 600, from: start, everyMs: 2 * minuteMs });
  await simulateRecord(db, { count: 30, from: start + dayMs + hourMs, seed: 2 });
  const minutes = [
    aMinute(start + hourMs, 55.5, false),
    aMinute(start + 2 * hourMs, 70.25, true),
    aMinute(start + 3 * hourMs, 70.25, true),
    aMinute(start + 4 * hourMs, 80, false, 'deriv'),
    aMinute(start + dayMs, 90, true),
  ];
  await db.transaction((tx) => writeLeaves(tx, minutes.flat()));
}, 60_000);
afterAll(() => database.close());

const getRecap = async (date?: string, now = start + dayMs + hourMs) => {
  const { db } = database;
  const needs = { db, countRecord: () => countAll(db), payout: 0.82, feed: 'simulated:1', clock: { now: () => now } };
  return DayRecap.parse(await createReadRecap(needs)({ day: date }));
};
const passabilities = (result: string): number[] =>
  simulated.filter((one) => one.result === result).map(({ leaf }) => leaf.passability);

describe('the recap of a day', () => {
  it('counts what ended on it and what was stated on it in shadow, by model', async () => {
    const recap = await getRecap(day);
    const number = (result: string) => simulated.filter((one) => one.result === result).length;
    expect(recap.signals).toEqual({
      total: number('successful') + number('unsuccessful') + number('neutral'),
      successful: number('successful'),
      neutral: number('neutral'),
      unsuccessful: number('unsuccessful'),
      void: number('void'),
    });
    expect(recap.shadow).toEqual({ total: 3, successful: 2, neutral: 0, unsuccessful: 1, void: 0 });
    expect(recap.models.map(({ signals }) => signals.total).reduce((a, b) => a + b)).toBe(recap.signals.total);
    expect(recap.models.find(({ aiModel }) => aiModel === 'vip')?.shadow).toMatchObject({ total: 3, winRate: null });
    for (const { signals } of recap.models) expect(signals.winRate === null).toBe(signals.total < 100);
  });

  it('names the highest passability that won and that lost, as recorded', async () => {
    const { best, worst } = await getRecap(day);
    expect(best).toMatchObject({ source: 'shadow', aiModel: 'vip', symbol: 'GBPUSD', passability: 70.25 });
    expect(best?.issuedAt).toBe('2026-03-02T02:00:00.000Z');
    expect(worst).toMatchObject({ source: 'signal', passability: Math.max(...passabilities('unsuccessful')) });
    const { rows } = await database.pool.query('select leaf from record_leaves where "index" = $1', [worst?.index]);
    expect(JSON.parse((rows as { leaf: string }[])[0]?.leaf ?? '{}')).toMatchObject({
      passability: worst?.passability,
    });
  });

  it('is the newest closed day by default, and states the days that can be read', async () => {
    expect(await getRecap()).toEqual(await getRecap(day));
    expect(await getRecap()).toMatchObject({ day, first: day, newest: day, lesson: 'losing_run' });
  });

  it('is not found before the last forecasts of the day have been settled', async () => {
    await expect(getRecap('2026-03-03')).rejects.toMatchObject({ code: 'not_found' });
    await expect(getRecap(day, start + dayMs + 14 * minuteMs)).rejects.toMatchObject({ code: 'not_found' });
    expect((await getRecap(undefined, start + dayMs + 14 * minuteMs)).day).toBe('2026-03-01');
  });

  it('is empty for a day of which nothing is recorded', async () => {
    const none = { total: 0, successful: 0, neutral: 0, unsuccessful: 0, void: 0 };
    const empty = { models: [], best: null, worst: null, lesson: null, signals: none, shadow: none };
    expect(await getRecap('2026-01-01')).toMatchObject(empty);
  });
});
