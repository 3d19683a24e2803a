import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { toInstant } from '#contract/wire.ts';
import { computeMid, priceDigits, roundPrice } from '#domain/market/currency-pair.ts';
import { durationMs, durations } from '#domain/market/duration.ts';
import { parseFactor } from '#domain/statistics/calibration-factor.ts';
import { minuteMs } from '#domain/time.ts';
import { computeFactorTable } from '#engine/forecast/calibration/estimate-factors.ts';
import { createPipeline } from '#engine/pipeline.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';
import type { MinuteLeaf, OutcomeLeaf } from '#record/leaf.ts';
import { parseForecasts, type RecordModel, type StatedTick, writePrices } from '#record/lines.ts';
import { stateForecasts } from '#record/state-minute.ts';
import { modelsFolder, readModels } from '#research/evaluation/read-models.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import { createSimulatedPast } from '#server/integrations/market-data/simulated-market.ts';
import { readShippedCalibrations } from '#server/modules/calibration/shipped-calibration.ts';
import { appendLeaves, lockRecord } from '#server/modules/record/append/append-leaves.ts';
import { openRecordKey } from '#server/modules/record/sign/record-key.ts';
import { createSignRecord } from '#server/modules/record/sign/sign-record.ts';
import { listPairs } from '#server/modules/shadow/settle-statements.ts';
import { noCrash } from '#server/start/crash-points.ts';
import { createFigure, type Figure, type Goal } from '../figure.ts';
import type { Row } from '../row.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import { benchTime } from '../simulated-bars.ts';

/** A simulated day, after the bars that the live engine back-fills. */
const [filledBars, minutes] = [1_500, 1_440];
/** The simulated market never closes. */
const [openDays, forexDays] = [365, 260];
const goal: Goal = { atMost: 1.5 };
/** After the close of a bar, and until its outcome: the longest duration, the entry, a poll. */
const [statedAfterMs, minutesOpen] = [650, 11];
const tables = ['record_leaves', 'record_nodes', 'record_checkpoints'] as const;

export const recordYearRow: Row = {
  name: 'record-year',
  what: 'what a year of minutes, outcomes and checkpoints of 28 pairs takes in the database, from a simulated day',
  peer: 'none',
  isOnRequest: true,
  async measure(print) {
    const postgres = await startOwnPostgres();
    try {
      return await measureDay(postgres.db, print);
    } finally {
      await postgres.stop();
    }
  },
};

async function measureDay(db: Database, print: (line: string) => void): Promise<Figure[]> {
  const states = await createStatedDay();
  let now = benchTime;
  const clock = { now: () => now };
  const key = await openRecordKey({
    db,
    secret: 'a-secret-of-thirty-two-characters',
    name: 'kurs.bench/record',
    clock,
  });
  const noteFile = { read: async () => null, save: async () => undefined };
  const sign = createSignRecord({ leaderDb: db, key, noteFile, clock, crashPoint: noCrash });
  const open: { index: number; leaf: MinuteLeaf }[] = [];
  const hours: number[] = [];
  const sizes: (readonly number[])[] = [];
  for (let i = 0; i < minutes; i++) {
    const leaf = states.next();
    now = Date.parse(leaf.at);
    await inTransaction(db, async ({ tx }) => {
      const head = await lockRecord(tx);
      const due = open.length === minutesOpen ? open.shift() : undefined;
      open.push({ index: head.size, leaf });
      const outcome =
        due && ({ kind: 'outcome', of: due.index, prices: states.listPrices(due.leaf) } satisfies OutcomeLeaf);
      await appendLeaves(tx, head, [leaf, ...(outcome ? [outcome] : [])]);
    });
    await sign();
    const count = leaf.forecasts.reduce((sum, line) => sum + (parseForecasts(line)?.forecasts.length ?? 0), 0);
    hours[Math.floor(i / 60)] = (hours[Math.floor(i / 60)] ?? 0) + count / 60;
    if ((i + 1) % 60 > 0) continue;
    sizes.push(await readSizes(db));
    print(`hour ${(i + 1) / 60}: ${Math.round(hours.at(-1) ?? 0)} forecasts a minute`);
  }
  // The first hours are begun pages, and minutes without outcomes.
  const from = 2;
  const [before = [], after = []] = [sizes[from - 1], sizes.at(-1)];
  const parts = tables.map((_, t) => (((after[t] ?? 0) - (before[t] ?? 0)) / (minutes / 60 - from)) * 24 * openDays);
  const totals = sizes.map((own) => own.reduce((sum, one) => sum + one, 0));
  const busiest = Math.max(...totals.slice(from).map((one, i) => one - (totals[from + i - 1] ?? 0)));
  return [
    createFigure('stated forecasts a minute, by hour', '', hours),
    createFigure('a year of a market that never closes', 'GB', [parts.reduce((sum, one) => sum + one, 0) / 1e9], goal),
    ...tables.map((table, t) => createFigure(`  of it ${table}`, 'GB', [(parts[t] ?? 0) / 1e9])),
    createFigure('a year of the forex week, each hour as the busiest', 'GB', [(busiest * 24 * forexDays) / 1e9], goal),
  ];
}

async function readSizes(db: Database): Promise<number[]> {
  const sizes = [];
  for (const table of tables) {
    const { rows } = await db.execute<{ size: string }>(sql`select pg_total_relation_size(${table}::regclass) as size`);
    sizes.push(Number(rows[0]?.size));
  }
  return sizes;
}

/** What the product's models state of the simulated market, minute by minute, as calibrated on it. */
async function createStatedDay() {
  const past = createSimulatedPast({ seed: 1 });
  const { symbols } = past;
  const forecasters = (await readModels(modelsFolder, null)).map(({ forecaster }) => forecaster);
  const pipeline = createPipeline(symbols, forecasters);
  const calibrations = readShippedCalibrations('simulated:1').map(({ model, factors }) => {
    const table = computeFactorTable(factors.flatMap((line) => parseFactor(line) ?? []));
    return [model, { id: 'shipped', factors: table }] as const;
  });
  pipeline.calibrate(new Map(calibrations));
  for (const [symbol, bars] of past.barsBefore(benchTime, filledBars)) pipeline.fill(symbol, bars);
  pipeline.closeMinutes(benchTime);
  const models = forecasters.flatMap(({ key }): RecordModel[] => (key === 'manual' ? [] : [key]));
  const ticks = new Map(symbols.map((symbol): [string, QuotedTick[]] => [symbol, []]));
  let minute = benchTime;
  return {
    next: (): MinuteLeaf => {
      for (const tick of past.createTicks(minute)) {
        ticks.get(tick.symbol)?.push(tick);
        pipeline.onTick({ ...tick, receivedAt: tick.time });
      }
      const forecasts = pipeline.closeMinutes(minute + minuteMs);
      const at = minute + minuteMs + statedAfterMs;
      const lines = stateForecasts(forecasts, { models, pairs: symbols, durations, minute, at, without: [] });
      const leaf: MinuteLeaf = {
        kind: 'minute',
        minute: toInstant(minute),
        at: toInstant(at),
        inputs: randomBytes(32).toString('hex'),
        versions: models.map((_, i) => 1_234_567 + i),
        forecasts: lines ?? [],
        without: [],
        nonce: randomBytes(16).toString('hex'),
      };
      minute += minuteMs;
      return leaf;
    },
    /** Ticks before this minute are forgotten. */
    listPrices: (leaf: MinuteLeaf): string[] => {
      const at = Date.parse(leaf.at);
      for (const [symbol, own] of ticks)
        ticks.set(
          symbol,
          own.filter(({ time }) => time >= at),
        );
      return listPairs(leaf).map(({ symbol: pair, durations: own }) => {
        const list = ticks.get(pair) ?? [];
        const toStated = (tick: QuotedTick | undefined): StatedTick | null =>
          tick
            ? { price: roundPrice(computeMid(tick.bid, tick.ask), priceDigits(pair)), afterMs: tick.time - at }
            : null;
        const [entry] = list;
        const closes = own.map((duration) => ({
          duration,
          tick: toStated(list.findLast(({ time }) => time <= (entry?.time ?? 0) + durationMs(duration))),
        }));
        return writePrices({ pair, entry: toStated(entry), closes });
      });
    },
  };
}
