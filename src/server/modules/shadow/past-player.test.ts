import { afterAll, beforeAll, expect, it } from 'vitest';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { midOf, roundPrice } from '#domain/market/price.ts';
import { pricesByPlace, placeOfPrice, readPrice, readStatements } from '#domain/record/shadow-minute.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { canonicalLeaf, type MinuteLeaf, type MinutePricesLeaf } from '#engine/record/leaf.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { readMarketParameters } from '#server/integrations/market-data/simulated/market-parameters.ts';
import { createTickMaker } from '#server/integrations/market-data/simulated/tick-maker.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import { countLeaves } from '#server/modules/record/record.repository.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createTestFigures } from '#tests/support/test-figures.ts';
import { createPastPlayer } from './past-player.ts';
import { type PastMarket, playPast } from './play-past.ts';

const pairs = currencyPairs.slice(0, 3);
const maker = createTickMaker(readMarketParameters(), 5, pairs);
const to = Date.parse('2026-03-04T12:00:00.000Z');
const from = to - 40 * minuteMs;
const feed = 'simulated:5';

const barsOf = (symbol: string): Bar[] => {
  const place = pairs.findIndex((pair) => pair.symbol === symbol);
  return Array.from({ length: 400 }, (_, i) => maker.bars(from - (400 - i) * minuteMs)[place]).flatMap(
    (bar) => bar ?? [],
  );
};

let database: TestDatabase;
let past: PastMarket;
let leaves: (typeof recordLeaves.$inferSelect)[];

const createPlayer = () =>
  createPastPlayer({
    db: database.db,
    feed,
    hours: (to - from) / hourMs,
    playPast: async function* () {
      for await (const leaf of playPast(past)) yield [leaf];
    },
    gapReasonOf: () => 'no_forecast',
    isRecordEmpty: async () => (await countLeaves(database.db)) === 0,
    clock: { now: () => to + 5_000 },
    log: silentLog,
  });

async function play(): Promise<void> {
  const player = createPlayer();
  await player.start();
  await player.untilPlayed();
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { forecasters } = await loadModels(new URL('../../../../models/', import.meta.url));
  past = {
    feed,
    symbols: pairs.map(({ symbol }) => symbol),
    forecasters,
    ticksOf: maker.ticks,
    seed: new Map(pairs.map(({ symbol }) => [symbol, barsOf(symbol)])),
    from,
    to,
    isOpen: () => true,
    nonce: () => '0'.repeat(32),
    playedAt: to + 5_000,
  };
  await play();
  leaves = await database.db.select().from(recordLeaves).orderBy(recordLeaves.index);
}, 60_000);
afterAll(() => database.close());

const forecastLeaves = (): MinuteLeaf[] =>
  leaves.filter(({ kind }) => kind === 'forecast').map(({ leaf }) => JSON.parse(leaf));

it('marks every minute as played, in the order of time, and leaves none without its outcome', () => {
  expect(new Set(forecastLeaves().map(({ played }) => played))).toEqual(new Set(['2026-03-04T12:00:05.000Z']));
  const times = leaves.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(forecastLeaves().length).toBeGreaterThan(25);
  const outcomes = leaves.filter(({ kind }) => kind === 'outcome');
  expect(outcomes.length).toBe(forecastLeaves().length);
  expect(Math.max(...times)).toBeLessThan(to);
});

it('settles each forecast by the ticks of the market', () => {
  const [minute] = forecastLeaves();
  const outcome = leaves.find(({ kind }) => kind === 'outcome');
  const prices = pricesByPlace(
    (JSON.parse(outcome?.leaf ?? '') as MinutePricesLeaf).prices.flatMap((line) => readPrice(line) ?? []),
  );
  const issuedAt = Date.parse(minute?.issuedAt ?? '');
  const ticks = [0, 1, 2, 3, 4, 5, 6].flatMap((i) => maker.ticks(Math.floor(issuedAt / minuteMs + i) * minuteMs));
  const [statement] =
    readStatements(minute?.forecasts[0] ?? '')?.statements.filter(({ duration }) => duration === 5) ?? [];
  const own = ticks.filter(({ symbol }) => symbol === statement?.symbol);
  const entry = own.find(({ time }) => time >= issuedAt);
  const close = own.findLast(({ time }) => time <= (entry?.time ?? 0) + 5 * minuteMs);
  const digits = pairs.find(({ symbol }) => symbol === statement?.symbol)?.digits ?? 5;
  const priceOf = (tick: typeof entry) => tick && roundPrice(midOf(tick.bid, tick.ask), digits);
  expect(prices.get(placeOfPrice(statement?.symbol ?? '', 0))).toMatchObject({ price: priceOf(entry) });
  expect(prices.get(placeOfPrice(statement?.symbol ?? '', 5))).toMatchObject({ price: priceOf(close) });
});

it('counts the played minutes in the figures of the record', async () => {
  const figures = await createTestFigures({ db: database.db, clock: { now: () => to }, feed })({});
  const v2 = figures.find(({ aiModel }) => aiModel === 'kurs_ai_v2');
  expect(v2?.shadow?.stated).toBe(forecastLeaves().length * 5);
});

it('forecasts a minute from nothing later than its end', async () => {
  const half = { ...past, to: from + 20 * minuteMs };
  const early: string[] = [];
  for await (const played of playPast(half)) if (played.kind === 'forecast') early.push(canonicalLeaf(played.leaf));
  expect(early.length).toBeGreaterThan(5);
  expect(forecastLeaves().slice(0, early.length).map(canonicalLeaf)).toEqual(early);
});

it('plays nothing into a record that has begun', async () => {
  await play();
  expect(await countLeaves(database.db)).toBe(leaves.length);
});

it('never reports the past as played once it is stopped', async () => {
  const player = createPlayer();
  await player.start();
  await player.stop();
  const nextTurn = new Promise<string>((resolve) => setImmediate(resolve, 'stopped'));
  expect(await Promise.race([player.untilPlayed(), nextTurn])).toBe('stopped');
});
