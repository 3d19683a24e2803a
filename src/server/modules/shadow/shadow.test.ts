import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelFigures } from '#contract/record/record.ts';
import type { Direction } from '#domain/market/direction.ts';
import { judge } from '#domain/signals/outcome.ts';
import { computeMid, roundPrice } from '#domain/market/currency-pair.ts';
import { leafHash } from '#record/hash.ts';
import type { MinuteLeaf, MinutePricesLeaf } from '#record/leaf.ts';
import { recordLeaves, ticks } from '#server/database/schema.ts';
import { createReadRecordSums } from '#server/modules/record/figures/read-record-sums.ts';
import { countAll, createTestFigures } from '#tests/support/test-figures.ts';
import { sha256 } from '#node/sha256.ts';
import { firstTickTime, lastTickTime, fakeMarket, tickAt } from '#tests/support/market/fake-market.ts';
import { createShadowSetup, type ShadowSetup, statedAfterMs } from '#tests/support/market/shadow-setup.ts';
import { createChance } from '#tests/support/chance.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { minuteMs } from '#domain/time.ts';

const from = Date.parse('2026-03-02T09:00:00.000Z');
const minutes = 150;
/** USDJPY is silent for four minutes: some forecasts find no entry, some no close. */
const silence = { from: from + 60 * minuteMs, to: from + 64 * minuteMs };
const isReceived = (symbol: string, time: number): boolean =>
  symbol !== 'USDJPY' || time < silence.from || time >= silence.to;

/** A distinct, reproducible number for each statement. */
const pUp = (model: string, symbol: string, duration: number, barTime: number): number =>
  0.35 +
  0.3 *
    createChance(
      barTime / minuteMs + 1000 * duration + symbol.charCodeAt(0) + 7 * model.length * model.charCodeAt(9),
    )();

interface Line {
  readonly at: number;
  readonly model: string;
  readonly symbol: string;
  readonly minutes: number;
  readonly direction: Direction;
  readonly percent: number;
  readonly marks: string;
}

let database: TestDatabase;
let setup: ShadowSetup;
let lines: Line[];
let leaves: (typeof recordLeaves.$inferSelect)[];

beforeAll(async () => {
  database = await createTestDatabase();
  setup = await createShadowSetup({ db: database.db, from, pUp, isReceived });
  await setup.run(minutes);
  leaves = await database.db.select().from(recordLeaves).orderBy(recordLeaves.index);
  lines = leaves.filter(({ kind }) => kind === 'forecast').flatMap(({ leaf }) => toLines(JSON.parse(leaf)));
}, 60_000);
afterAll(() => database.close());

/** Parsed independently of the product's own code. */
function toLines({ issuedAt, forecasts }: MinuteLeaf): Line[] {
  return forecasts.flatMap((text) => {
    const [model = '', , ...statements] = text.split(' ');
    return statements.map((one): Line => {
      const [symbol = '', duration, direction, percent, marks = ''] = one.split(':');
      const at = Date.parse(issuedAt);
      return {
        at,
        model,
        symbol,
        minutes: Number(duration),
        direction: direction as Direction,
        percent: Number(percent),
        marks,
      };
    });
  });
}

/** The expected outcome, computed from the script alone. */
function toResult({ at, symbol, minutes: duration, direction }: Line): string {
  const entered = firstTickTime(at);
  const expires = entered + duration * minuteMs;
  const closing = lastTickTime(expires);
  // The silence began and ended at a tick, so anything inside it has no tick within five seconds.
  if (!isReceived(symbol, entered) || !isReceived(symbol, closing)) return 'void';
  const digits = symbol.endsWith('JPY') ? 3 : 5;
  const mid = (time: number): number => {
    const { bid, ask } = tickAt(symbol, time);
    return roundPrice(computeMid(bid, ask), digits);
  };
  return judge(direction, mid(entered), mid(closing), digits);
}

const settledBy = (): number => setup.now() - 10 * minuteMs - 6_000;
const readFigures = () => createTestFigures({ db: database.db, clock: { now: setup.now } });
const of = (figures: ModelFigures[], model: string) => figures.find(({ aiModel }) => aiModel === model)?.shadow;

describe('150 minutes in shadow', () => {
  it('state each minute once, in one leaf, with all durations of the pair in turn and the best signal of each', () => {
    expect(new Set(lines.map(({ at }) => at)).size).toBe(minutes);
    expect(lines.every(({ at }) => (at - statedAfterMs) % minuteMs === 0)).toBe(true);
    const inTurn = Map.groupBy(
      lines.filter(({ marks }) => marks.includes('t')),
      ({ at, model }) => `${at} ${model}`,
    );
    expect(inTurn.size).toBe(2 * minutes);
    for (const own of inTurn.values()) expect(own.map((line) => line.minutes)).toEqual([2, 3, 5, 7, 10]);
    expect(new Set(lines.filter(({ marks }) => marks.includes('t')).map(({ symbol }) => symbol)).size).toBe(3);
  });

  it('mark as issued the most confident forecast of the model among all pairs, at or above its threshold', () => {
    const issued = lines.filter(({ marks }) => marks.includes('i'));
    expect(issued.length).toBeGreaterThan(minutes);
    for (const { at, model, symbol, minutes: duration, percent } of issued) {
      const barTime = at - statedAfterMs - minuteMs;
      const all = fakeMarket.symbols.map((one) => ({ one, p: pUp(model, one, duration, barTime) }));
      const [best] = all.toSorted((a, b) => Math.abs(b.p - 0.5) - Math.abs(a.p - 0.5));
      expect(symbol).toBe(best?.one);
      expect(percent).toBeGreaterThanOrEqual(55);
    }
  });

  it('settle every minute from its ticks, equal to a recount from the script', async () => {
    const due = lines.filter(({ at }) => at <= settledBy());
    const figures = await readFigures()({});
    for (const model of ['kurs_ai_v1', 'kurs_ai_v2']) {
      const shadow = of(figures, model);
      for (const [part, mark] of [
        ['issued', /i/],
        ['inTurn', /ts/],
      ] as const) {
        const results = due.filter((line) => line.model === model && mark.test(line.marks)).map(toResult);
        const number = (result: string) => results.filter((one) => one === result).length;
        expect(shadow?.[part]).toMatchObject({
          total: results.length - number('void'),
          successful: number('successful'),
          neutral: number('neutral'),
          unsuccessful: number('unsuccessful'),
          void: number('void'),
        });
      }
      const stated = due.filter((line) => line.model === model && line.marks.includes('t'));
      expect(shadow?.stated).toBe(stated.length);
      expect(shadow?.abstained).toBeCloseTo(
        stated.filter(({ marks }) => !marks.includes('s')).length / stated.length,
        12,
      );
      expect(shadow?.inTurn.void).toBeGreaterThan(0);
    }
  });

  it('count nothing as a signal received by a user, and flag nothing without a card', async () => {
    for (const figures of await readFigures()({}))
      expect(figures).toMatchObject({ total: 0, void: 0, winRate: null, flagged: false, flag: null });
  });

  it('calibrate on the pairs in turn only, each win and loss once', async () => {
    await countAll(database.db);
    const due = lines.filter(({ at, marks }) => at <= settledBy() && marks.includes('t'));
    for (const model of ['kurs_ai_v1', 'kurs_ai_v2']) {
      const results = due.filter((line) => line.model === model).map(toResult);
      const decided = results.filter((one) => one === 'successful' || one === 'unsuccessful');
      const { sums } = await createReadRecordSums({ db: database.db, feed: 'simulated:1' }).totals('simulated:1');
      const steps = [...sums.shadow.values()].find((tally) => tally.model === model)?.steps ?? [];
      expect(steps.reduce((sum, { won, lost }) => sum + won + lost, 0)).toBe(decided.length);
      const won = decided.filter((one) => one === 'successful').length;
      expect(steps.reduce((sum, step) => sum + step.won, 0)).toBe(won);
    }
  });

  it('have no win rate, because they are only two and a half hours', async () => {
    const { issued } = of(await readFigures()({}), 'kurs_ai_v1') ?? {};
    expect(issued?.total).toBeGreaterThan(100);
    expect(issued).toMatchObject({ winRate: null, low: null, high: null, effective: null });
  });

  it('precede their prices in the record, which name the hash of the leaf they settle', () => {
    const stated = leaves.filter(({ kind }) => kind === 'forecast');
    for (const { leaf, index, signalId } of leaves.filter(({ kind }) => kind === 'outcome')) {
      const own = stated.find((one) => one.signalId === signalId);
      expect(own?.index).toBeLessThan(index);
      expect((JSON.parse(leaf) as MinutePricesLeaf).forecast).toBe(own?.leafHash.toString('hex'));
      expect(own?.leafHash.equals(leafHash(sha256, own.leaf))).toBe(true);
    }
  });

  it('save only the deciding ticks of the stream', async () => {
    const saved = await database.db.select().from(ticks);
    // Of fifteen ticks a minute, the entry, which closes earlier minutes too.
    const measureSeconds = ({ time }: (typeof saved)[number]) => Math.floor((time.getTime() % minuteMs) / 1_000);
    expect([...new Set(saved.map(measureSeconds))].toSorted((a, b) => a - b)).toEqual([4]);
  });
});
