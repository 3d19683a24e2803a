import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { computeMid, roundPrice } from '#domain/market/price.ts';
import { tradingDayStart } from '#domain/market/trading-day.ts';
import { pricesByPlace, placeOfPrice, parsePrice, parseStatements } from '#domain/record/shadow-minute.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import { writeStatistics } from '#engine/forecast/statistics-text.ts';
import {
  type CalibrationLeaf,
  canonicalLeaf,
  isCalibrationLeaf,
  type MinuteLeaf,
  type MinutePricesLeaf,
  parseLeaf,
} from '#record/leaf.ts';
import { noCrash } from '#server/start/crash-points.ts';
import type { Database } from '#server/database/connection.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { readMarketParameters } from '#server/integrations/market-data/simulated/market-parameters.ts';
import { createTickMaker } from '#server/integrations/market-data/simulated/tick-maker.ts';
import { createAppendCalibration } from '#server/modules/calibration/append-calibration.ts';
import { createCalibrator } from '#server/modules/calibration/calibrator.ts';
import { insertJudged } from '#server/modules/calibration/fill-days.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import { createReadCalibrations } from '#server/modules/record/figures/read-calibrations.ts';
import { countLeaves } from '#server/modules/record/append/record.repository.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { statisticsBetween } from '#tests/support/record/stated-days.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createTestFigures } from '#tests/support/test-figures.ts';
import { createPastPlayer, type StartPastThread } from './past-player.ts';
import { createPastPlay, type PastMarket } from './play-past.ts';

const pairs = currencyPairs.slice(0, 3);
const maker = createTickMaker(readMarketParameters(), 5, pairs);
const rollover = Date.parse('2026-03-04T22:00:00.000Z');
const rolloverBefore = tradingDayStart(rollover);
const to = rollover + 20 * minuteMs;
const from = to - 40 * minuteMs;
const playedAt = to + 5_000;
const feed = 'simulated:5';
const symbols = pairs.map(({ symbol }) => symbol);

let database: TestDatabase;
let forecasters: readonly LocalForecaster[];
let past: PastMarket;
let leaves: (typeof recordLeaves.$inferSelect)[];

interface Scene {
  /** The factor that fits the outcomes of the trading day that ends then. */
  readonly getFactor: (end: number) => number;
  readonly onJudged?: (end: number) => void;
  /** Before a judged day is stored. */
  readonly onStoring?: () => void;
}

const createPlayer = (
  db: Database,
  { getFactor, onJudged = () => undefined, onStoring }: Scene = { getFactor: () => 0.8 },
) => {
  const clock = { now: () => playedAt };
  const onFeed = {
    db,
    feed: { id: feed, kind: 'simulated', isLive: false, symbols, notOffered: [] },
    forecasters,
  } as const;
  const versions = new Map(forecasters.map((one) => [one.key, one]));
  const { calibrateAt } = createCalibrator({
    db,
    engine: { feed: onFeed.feed, calibrate: () => undefined },
    forecasters,
    record: { readCalibrations: createReadCalibrations({ db, feed, versions }) },
    days: 12,
    fillDays: async () => undefined,
    appendCalibration: createAppendCalibration(db, noCrash),
    clock,
    log: silentLog,
    print: () => undefined,
  });
  const startPastThread: StartPastThread = (period) => {
    const market = createPastPlay({ ...past, ...period });
    return {
      judge: async (end) => {
        onJudged(end);
        const own = statisticsBetween(tradingDayStart(end), end, { pairs: 28, getFactor: () => getFactor(end) });
        return { end, statistics: new Map(forecasters.map(({ key }) => [key, writeStatistics(own)])), bars: new Map() };
      },
      async *play(until, calibrations) {
        for await (const leaf of market.play(until, calibrations)) yield [leaf];
      },
      close: async () => undefined,
    };
  };
  return createPastPlayer({
    db,
    feed,
    hours: (to - from) / hourMs,
    startPastThread,
    calibration: {
      insertDay: async ({ end, statistics }) => {
        onStoring?.();
        await insertJudged(onFeed, end, statistics);
      },
      calibrateAt,
    },
    getGapReason: () => 'no_forecast',
    isRecordEmpty: async () => (await countLeaves(db)) === 0,
    clock,
    log: silentLog,
  });
};

async function play(db: Database, scene?: Scene): Promise<(typeof recordLeaves.$inferSelect)[]> {
  const player = createPlayer(db, scene);
  await player.start();
  await player.untilPlayed();
  return db.select().from(recordLeaves).orderBy(recordLeaves.index);
}

beforeAll(async () => {
  database = await createTestDatabase();
  ({ forecasters } = await loadModels(new URL('../../../../models/', import.meta.url)));
  past = {
    feed,
    symbols,
    forecasters,
    createTicks: maker.ticks,
    toBars: maker.bars,
    from,
    to,
    isOpen: () => true,
    nonce: () => '0'.repeat(32),
    playedAt,
  };
  leaves = await play(database.db);
}, 60_000);
afterAll(() => database.close());

type Row = typeof recordLeaves.$inferSelect;
const minutesIn = (rows: readonly Row[]): MinuteLeaf[] =>
  rows.filter(({ kind }) => kind === 'forecast').map(({ leaf }) => JSON.parse(leaf));
const calibrationsIn = (rows: readonly Row[]): (CalibrationLeaf & { readonly id: string })[] =>
  rows.flatMap(({ leaf: text, leafHash }) => {
    const leaf = parseLeaf(text);
    return isCalibrationLeaf(leaf) ? [{ ...leaf, id: leafHash.toString('hex').slice(0, 8) }] : [];
  });

it('marks every minute as played, in the order of time, and leaves none without its outcome', () => {
  const minutes = minutesIn(leaves);
  expect(new Set(minutes.map(({ played }) => played))).toEqual(new Set([new Date(playedAt).toISOString()]));
  const times = leaves.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(minutes.length).toBeGreaterThan(25);
  const outcomes = leaves.filter(({ kind }) => kind === 'outcome');
  expect(outcomes.length).toBe(minutes.length);
  expect(Math.max(...times)).toBeLessThan(to);
});

it('settles each forecast by the ticks of the market', () => {
  const [minute] = minutesIn(leaves);
  const outcome = leaves.find(({ kind }) => kind === 'outcome');
  const prices = pricesByPlace(
    (JSON.parse(outcome?.leaf ?? '') as MinutePricesLeaf).prices.flatMap((line) => parsePrice(line) ?? []),
  );
  const issuedAt = Date.parse(minute?.issuedAt ?? '');
  const ticks = [0, 1, 2, 3, 4, 5, 6].flatMap((i) => maker.ticks(Math.floor(issuedAt / minuteMs + i) * minuteMs));
  const [statement] =
    parseStatements(minute?.forecasts[0] ?? '')?.statements.filter(({ duration }) => duration === 5) ?? [];
  const own = ticks.filter(({ symbol }) => symbol === statement?.symbol);
  const entry = own.find(({ time }) => time >= issuedAt);
  const close = own.findLast(({ time }) => time <= (entry?.time ?? 0) + 5 * minuteMs);
  const digits = pairs.find(({ symbol }) => symbol === statement?.symbol)?.digits ?? 5;
  const getPrice = (tick: typeof entry) => tick && roundPrice(computeMid(tick.bid, tick.ask), digits);
  expect(prices.get(placeOfPrice(statement?.symbol ?? '', 0))).toMatchObject({ price: getPrice(entry) });
  expect(prices.get(placeOfPrice(statement?.symbol ?? '', 5))).toMatchObject({ price: getPrice(close) });
});

it('counts the played minutes in the figures of the record', async () => {
  const figures = await createTestFigures({ db: database.db, clock: { now: () => to }, feed })({});
  const v2 = figures.find(({ aiModel }) => aiModel === 'kurs_ai_v2');
  expect(v2?.shadow?.stated).toBe(minutesIn(leaves).length * 5);
});

it('forecasts a minute from nothing later than its end', async () => {
  const statedBy = async (end: number): Promise<string[]> => {
    const stated: string[] = [];
    for await (const played of createPastPlay({ ...past, to: end }).play(end, new Map()))
      if (played.kind === 'forecast') stated.push(canonicalLeaf(played.leaf));
    return stated;
  };
  const early = await statedBy(from + 20 * minuteMs);
  expect(early.length).toBeGreaterThan(5);
  expect((await statedBy(to)).slice(0, early.length)).toEqual(early);
});

describe('the calibrations of a played past', () => {
  it('are those of the last rollover before each minute, recorded before it and marked as played', () => {
    const calibrations = calibrationsIn(leaves);
    expect(calibrations.map(({ model, at }) => `${model} ${at}`)).toEqual(
      [from, rollover + 15_000].flatMap((at) => forecasters.map(({ key }) => `${key} ${new Date(at).toISOString()}`)),
    );
    expect(new Set(calibrations.map(({ played }) => played))).toEqual(new Set([new Date(playedAt).toISOString()]));
    for (const { issuedAt, forecasts } of minutesIn(leaves)) {
      const end = Date.parse(issuedAt) >= rollover + minuteMs ? rollover : rolloverBefore;
      for (const line of forecasts) {
        const { model, version } = parseStatements(line) ?? {};
        const own = calibrations.find((one) => one.model === model && Date.parse(one.to) === end);
        expect(version).toBe(`${own?.version}+${own?.id}`);
      }
    }
    const places = leaves.flatMap(({ kind }, i) => (kind === 'calibration' ? [i] : []));
    expect(places.slice(0, forecasters.length)).toEqual(forecasters.map((_, i) => i));
  });

  it('follow from days before their rollover alone', async () => {
    const other = await createTestDatabase();
    const judged: number[] = [];
    const getFactor = (end: number): number => (end > rolloverBefore ? 0.1 : 0.8);
    const changed = await play(other.db, { getFactor, onJudged: (end) => judged.push(end) });
    await other.close();
    expect(Math.max(...judged)).toBe(rollover);
    const statedBefore = (rows: readonly Row[]) =>
      rows.filter(({ at, kind }) => at.getTime() < rollover && kind !== 'gap').map(({ leaf }) => leaf);
    expect(statedBefore(changed)).toEqual(statedBefore(leaves));
    const factorsAfter = (rows: readonly Row[]) =>
      calibrationsIn(rows)
        .filter((one) => Date.parse(one.to) === rollover)
        .map(({ factors }) => factors);
    expect(factorsAfter(changed)).not.toEqual(factorsAfter(leaves));
  });

  it('follow from nine days before the first rollover, and one more before each other, judged once', async () => {
    const other = await createTestDatabase();
    const judged: number[] = [];
    await play(other.db, { getFactor: () => 0.8, onJudged: (end) => judged.push(end) });
    await other.close();
    expect(judged.filter((end) => end <= rolloverBefore)).toHaveLength(9);
    expect(judged).toHaveLength(10);
    expect(new Set(judged).size).toBe(10);
  });
});

it('leaves the record empty when it cannot be played to its end', async () => {
  const other = await createTestDatabase();
  const rows = await play(other.db, {
    getFactor: () => 0.8,
    onJudged: (end) => {
      if (end === rollover) throw new Error('the thread has ended');
    },
  });
  await other.close();
  expect(rows).toEqual([]);
});

it('is played all the same when the database did not answer in time once', async () => {
  const other = await createTestDatabase();
  let isLate = true;
  const rows = await play(other.db, {
    getFactor: () => 0.8,
    onStoring: () => {
      if (!isLate) return;
      isLate = false;
      throw new Error('no answer within 6 s');
    },
  });
  await other.close();
  expect(rows.map(({ leaf }) => leaf)).toEqual(leaves.map(({ leaf }) => leaf));
});

it('plays nothing into a record that has begun', async () => {
  expect(await play(database.db)).toHaveLength(leaves.length);
});

it('never reports the past as played once it is stopped', async () => {
  const player = createPlayer(database.db);
  await player.start();
  await player.stop();
  const nextTurn = new Promise<string>((resolve) => setImmediate(resolve, 'stopped'));
  expect(await Promise.race([player.untilPlayed(), nextTurn])).toBe('stopped');
});
