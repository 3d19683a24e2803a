import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelFigures } from '#contract/record/record.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { writeLeaves } from '#server/modules/record/append/append-leaves.ts';
import { issuedAt } from '#tests/support/a-signal.ts';
import { type SimulatedSignal, simulateRecord } from '#tests/support/record/simulated-record.ts';
import { createTestFigures } from '#tests/support/test-figures.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { dayMs } from '#domain/time.ts';

/** Two days after the first signal; the last signals end on the day in between. */
const clock = { now: () => issuedAt + 2 * dayMs };
let database: TestDatabase;
let simulated: SimulatedSignal[];
let read: ReturnType<typeof createTestFigures>;

beforeAll(async () => {
  database = await createTestDatabase();
  simulated = await simulateRecord(database.db, { count: 10_000, open: 40, everyMs: 8_000 });
  await simulateRecord(database.db, { count: 300, seed: 2, feed: 'deriv' });
  read = createTestFigures({ db: database.db, clock });
}, 120_000);
afterAll(() => database.close());

/** Recounts the simulated signals independently of the product's own code. */
function recount(aiModel: string) {
  const own = simulated.filter(({ leaf }) => leaf.model === aiModel);
  const number = (result: string) => own.filter((one) => one.result === result).length;
  const [won, lost] = [number('successful'), number('unsuccessful')];
  return {
    aiModel,
    total: won + lost + number('neutral'),
    successful: won,
    neutral: number('neutral'),
    unsuccessful: lost,
    void: number('void'),
    winRate: won / (won + lost),
  };
}

describe('the figures of 10,000 simulated signals', () => {
  it('equal a recount for each model, and are the same on the next read', async () => {
    const figures = await read({});
    expect(figures.map(({ aiModel }) => aiModel).toSorted()).toEqual(aiModelKeys.toSorted());
    for (const one of figures) expect(one).toMatchObject(recount(one.aiModel));
    expect(await read({})).toEqual(figures);
    const fresh = createTestFigures({ db: database.db, clock });
    expect(await fresh({})).toEqual(figures);
  });

  it('rank by the lower bound, each with its 95 % interval around its win rate', async () => {
    const figures = await read({});
    expect(figures.map(({ rank }) => rank)).toEqual(figures.map((_, i) => i + 1));
    const bounds = figures.map(({ low }) => low ?? 0);
    expect(bounds).toEqual(bounds.toSorted((a, b) => b - a));
    for (const { low, high, winRate } of figures) {
      expect(low).toBeLessThan(winRate ?? 0);
      expect(high).toBeGreaterThan(winRate ?? 1);
    }
  });

  it('calibrate every win and loss once, in steps that contain their stated mean', async () => {
    for (const { aiModel, reliability, successful, unsuccessful } of await read({})) {
      const count = reliability.reduce((sum, step) => sum + step.count, 0);
      expect(count, aiModel).toBe(successful + unsuccessful);
      const won = reliability.reduce((sum, step) => sum + step.count * step.real, 0);
      expect(won).toBeCloseTo(successful, 6);
      const stated = reliability.map((step) => step.stated);
      expect(stated).toEqual(stated.toSorted((a, b) => a - b));
    }
  });

  it('use the break-even of the requested payout', async () => {
    expect((await read({}))[0]?.breakEven).toBeCloseTo(1 / 1.82, 12);
    expect((await read({ payout: 0.92 }))[0]?.breakEven).toBeCloseTo(1 / 1.92, 12);
  });

  it('separate markets, with no figures below 100 outcomes and no rank below 500', async () => {
    const other = await read({ feed: 'deriv' });
    expect(other.reduce((sum, one) => sum + one.total + one.void, 0)).toBe(300);
    for (const one of other) {
      expect(one).toMatchObject({
        winRate: null,
        low: null,
        high: null,
        rank: null,
        calibration: null,
        reliability: [],
        shadow: null,
        flagged: false,
      });
    }
  });

  it('do not change when a loss is relabelled as a forecast', async () => {
    const before = await read({});
    const lost = simulated.find(({ result }) => result === 'unsuccessful');
    await database.pool.query('alter table record_leaves disable trigger user');
    await database.pool.query(`update record_leaves set kind = 'forecast' where kind = 'signal' and signal_id = $1`, [
      lost?.id,
    ]);
    const fresh = createTestFigures({ db: database.db, clock });
    expect(await fresh({})).toEqual(before);
  });

  it('for the last days cover the signals that ended on them', async () => {
    const extra = await simulateRecord(database.db, { count: 200, seed: 3, from: issuedAt + 2 * dayMs });
    const ended = (figures: ModelFigures[]) => figures.reduce((sum, one) => sum + one.total + one.void, 0);
    expect(ended(await read({ days: 1 }))).toBe(extra.length);
    expect(ended(await read({ days: 3 }))).toBe(ended(await read({})));
    expect(ended(await read({ days: 3, feed: 'deriv' }))).toBe(300);
    simulated.push(...extra);
    for (const one of await read({})) expect(one).toMatchObject(recount(one.aiModel));
  });

  it('drop an outcome that is voided later', async () => {
    const before = await read({});
    const undone = simulated.find(({ result }) => result === 'unsuccessful');
    if (!undone) throw new Error('nothing was lost');
    const at = new Date('2026-03-05T00:00:00.000Z');
    await database.db.transaction((tx) =>
      writeLeaves(tx, [
        {
          kind: 'void',
          signalId: undone.id,
          at,
          leaf: { signal: undone.id, result: 'void', reason: 'operator', at: at.toISOString() },
        },
      ]),
    );
    const find = (figures: ModelFigures[]) => figures.find(({ aiModel }) => aiModel === undone.leaf.model);
    const [was, is] = [find(before), find(await read({}))];
    expect(is).toMatchObject({
      total: (was?.total ?? 0) - 1,
      unsuccessful: (was?.unsuccessful ?? 0) - 1,
      successful: was?.successful,
      void: (was?.void ?? 0) + 1,
    });
  });
});
