import { roundPrice, priceDigits } from '#domain/market/currency-pair.ts';
import { type Duration, durationMs, durations } from '#domain/market/duration.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { minuteMs } from '#domain/time.ts';
import type { Leaf, SignalLeaf } from '#record/leaf.ts';
import {
  ageProbability,
  type ModelForecasts,
  pairInTurn,
  type PairPrices,
  parseForecasts,
  type RecordModel,
  roundProbability,
  sideOfAnswer,
  type StatedForecast,
  statedFrom,
  type StatedTick,
  writeForecasts,
  writePrices,
} from '#record/lines.ts';
import { createChance } from '../chance.ts';

/** A leaf before it has an index: what it names are other entries. */
export interface Entry {
  /** When it is appended, milliseconds UTC. */
  at: number;
  leaf: Leaf;
  of?: Entry;
  minute?: Entry;
  versions?: readonly Entry[];
}

interface HonestRecord {
  /** The start of a minute; the record ends at `from` + `minutes`. Milliseconds UTC. */
  readonly from: number;
  readonly minutes: number;
  readonly pairs?: readonly string[];
  readonly models?: readonly RecordModel[];
  /** On average, of each minute. */
  readonly signals?: number;
  /** How many pairs besides the pair in turn each model states in a minute. */
  readonly others?: number;
  readonly seed?: number;
  /** No price of this pair comes in this time. */
  readonly silence?: { readonly pair: string; readonly from: number; readonly to: number };
  /** Minutes from the start that the product does not state. */
  readonly unstated?: readonly number[];
}

const llm = 'chatgpt_4o';
const payouts = [0.6, 0.74, 0.82, 0.92];
/** Between two ticks of a pair; they fall on whole multiples. */
const tickMs = 400;
const statedAfterMs = 650;
const settledAfterMs = 1_200;

/** Everything that an honest record can hold, in the order of its appending. */
export function createHonestEntries(record: HonestRecord): Entry[] {
  const { from, minutes, pairs = ['EURUSD', 'GBPUSD', 'USDJPY'], models = ['kurs_ai_v1', 'kurs_ai_v2'] } = record;
  const { signals = 1, others = 1, seed = 1, silence, unstated = [] } = record;
  const chance = createChance(seed);
  const pick = <Value>(all: readonly Value[]): Value => all[Math.floor(chance() * all.length)] as Value;
  const hex = (length: number): string => Array.from({ length }, () => Math.floor(chance() * 16).toString(16)).join('');
  const market = createMarket(silence);
  const end = from + minutes * minuteMs;
  const entries: Entry[] = [];
  const add = (entry: Entry): Entry => {
    if (entry.at <= end) entries.push(entry);
    return entry;
  };

  add({
    at: from - 5_000,
    leaf: {
      kind: 'genesis',
      origin: 'kurs.test/record',
      feed: { kind: 'simulated', source: '1' },
      pairs: [...pairs],
      durations: [...durations],
      models: [...models, llm].toSorted() as RecordModel[],
      payout: 0.82,
      calendar: 'always',
      at: iso(from - 5_000),
    },
  });
  let inForce = models.map((model) => add(versionEntry(model, from - 4_000, hex)));

  const settle = (
    of: Entry,
    at: number,
    places: readonly (readonly [string, readonly Duration[]])[],
    longest: Duration,
  ): void => {
    const prices = places.map(([pair, own]) => writePrices(market.prices(pair, at, own)));
    add({ at: latestExpiry(at, longest) + settledAfterMs, leaf: { kind: 'outcome', of: 0, prices }, of });
  };

  const issue = (
    of: Entry,
    at: number,
    forecast: StatedForecast,
    more: Pick<SignalLeaf, 'model' | 'manual'>,
    times: { closed: number; from: number },
  ): void => {
    const leaf: SignalLeaf = {
      kind: 'signal',
      of: 0,
      ...more,
      pair: forecast.pair,
      duration: forecast.duration,
      side: forecast.side,
      probability: roundProbability(ageProbability(forecast, { ...times, to: at })),
      payout: pick(payouts),
      at: iso(at),
      nonce: hex(32),
    };
    const signal = add({ at, leaf, of });
    if (chance() < 0.05)
      add({ at: at + 30_000, leaf: { kind: 'void', of: 0, cause: 'wrong_price', at: iso(at + 30_000) }, of: signal });
    settle(signal, at, [[leaf.pair, [leaf.duration]]], leaf.duration);
  };

  for (let i = 0; i < minutes; i++) {
    const start = from + i * minuteMs;
    const [closed, at] = [start + minuteMs, start + minuteMs + statedAfterMs];
    if (unstated.includes(i)) continue;
    if (i > 0 && i % 60 === 0) {
      const model = models[(i / 60) % models.length] as RecordModel;
      const renewed = add(versionEntry(model, start + 5_000, hex, start));
      inForce = inForce.map((one) => (getModel(one) === model ? renewed : one));
    }
    const without = pairs.filter((pair) => !market.isFresh(pair, at));
    const inTurn = pairInTurn(pairs, start);
    const stated = models.map((model): ModelForecasts => {
      const usable = pairs.filter((pair) => !without.includes(pair));
      const extra = Array.from({ length: others }, () => pick(usable)).filter((pair) => pair !== inTurn);
      const own = usable.includes(inTurn) ? [inTurn, ...extra] : extra;
      return {
        model,
        forecasts: [...new Set(own)].flatMap((pair) =>
          durations
            .filter(() => pair === inTurn || chance() < 0.5)
            .map((duration): StatedForecast => {
              const low = pair === inTurn ? 50 : statedFrom;
              return {
                pair,
                duration,
                side: pick(['BUY', 'SELL']),
                probability: roundProbability(low + 10 * chance() ** 2),
              };
            }),
        ),
      };
    });
    const minute = add({
      at,
      leaf: {
        kind: 'minute',
        minute: iso(start),
        at: iso(at),
        inputs: hex(64),
        versions: [],
        forecasts: stated.map(writeForecasts),
        without,
        nonce: hex(32),
      },
      versions: inForce,
    });
    settle(minute, at, toStatedPlaces(stated), 10);
    for (let left = signals; chance() < left; left--) {
      const model = pick(models);
      const forecasts = stated.find((one) => one.model === model)?.forecasts ?? [];
      const forecast = forecasts.length > 0 ? pick(forecasts) : null;
      const issuedAt = at + 1_000 + Math.floor(chance() * 58_000);
      if (forecast) issue(minute, issuedAt, forecast, { model, manual: chance() < 0.3 }, { closed, from: at });
    }
    const unsure = pairs.find(
      (pair) =>
        pair !== inTurn &&
        !without.includes(pair) &&
        stated.every(({ forecasts }) => forecasts.every((one) => one.pair !== pair)),
    );
    if (chance() < 0.1 && unsure !== undefined && models[0])
      issue(
        minute,
        at + 2_000,
        { pair: unsure, duration: 3, side: 'BUY', probability: 51.2 },
        { model: models[0], manual: true },
        { closed, from: at },
      );
    if (chance() < 0.2) {
      const answeredAt = at + 2_000 + Math.floor(chance() * 20_000);
      const said = 0.5 + 0.2 * (chance() - 0.5);
      const probability = roundProbability(50 + 60 * Math.abs(said - 0.5));
      const pair = pick(pairs.filter((one) => !without.includes(one)));
      const answer = add({
        at: answeredAt,
        leaf: {
          kind: 'answer',
          model: llm,
          pair,
          duration: 5,
          minute: 0,
          question: hex(64),
          stated: said,
          probability,
          at: iso(answeredAt),
          nonce: hex(32),
        },
        minute,
      });
      const forecast: StatedForecast = { pair, duration: 5, side: sideOfAnswer({ stated: said }), probability };
      issue(answer, answeredAt + 500, forecast, { model: llm, manual: false }, { closed, from: answeredAt });
    }
  }
  return entries.toSorted((a, b) => a.at - b.at);
}

/** The leaves with every name of another leaf as its index. What names a leaf that is not there keeps what it says. */
export function toLeaves(entries: readonly Entry[]): Leaf[] {
  const places = new Map(entries.map((entry, index) => [entry, index]));
  const place = (entry: Entry): number => places.get(entry) ?? 0;
  return entries.map(({ leaf, of, minute, versions }): Leaf => {
    if (leaf.kind === 'minute') return versions ? { ...leaf, versions: versions.map(place) } : leaf;
    if (leaf.kind === 'answer') return minute ? { ...leaf, minute: place(minute) } : leaf;
    return 'of' in leaf && of ? { ...leaf, of: place(of) } : leaf;
  });
}

export const createHonestLeaves = (record: HonestRecord): Leaf[] => toLeaves(createHonestEntries(record));

const iso = (at: number): string => new Date(at).toISOString();

const versionEntry = (
  model: RecordModel,
  at: number,
  hex: (length: number) => string,
  calibratedTo?: number,
): Entry => ({
  at,
  leaf: {
    kind: 'version',
    model: model as never,
    id: `1.${hex(8)}`,
    file: hex(64),
    calibration:
      calibratedTo === undefined
        ? null
        : {
            from: iso(calibratedTo - 86_400_000),
            to: iso(calibratedTo),
            decisions: 500,
            factors: ['day 5 0.7 0.6 0.8'],
          },
    at: iso(at),
  },
});

const getModel = ({ leaf }: Entry): string => (leaf.kind === 'version' ? leaf.model : '');

function toStatedPlaces(stated: readonly ModelForecasts[]): [string, Duration[]][] {
  const places = new Map<string, Set<Duration>>();
  for (const { pair, duration } of stated.flatMap(({ forecasts }) => forecasts))
    places.set(pair, (places.get(pair) ?? new Set()).add(duration));
  return [...places]
    .map(([pair, own]): [string, Duration[]] => [pair, [...own].toSorted((a, b) => a - b)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** One price of each pair at the time of each tick, except in a silence. */
function createMarket(silence: HonestRecord['silence']) {
  const isSilent = (pair: string, time: number): boolean =>
    silence?.pair === pair && time >= silence.from && time <= silence.to;
  const priceAt = (pair: string, time: number): number => {
    const [seconds, place] = [time / 1_000, pair.charCodeAt(0) + pair.charCodeAt(4)];
    const wave = Math.sin(seconds / (7 + place)) + 0.7 * Math.sin(seconds / (31 + place)) + 0.2 * Math.sin(seconds / 7);
    const digits = priceDigits(pair);
    return roundPrice(digits === 3 ? 150 + 0.1 * wave : 1.1 + 0.001 * wave, digits);
  };
  const tick = (pair: string, at: number, time: number): StatedTick => ({
    price: priceAt(pair, time),
    afterMs: time - at,
  });
  const firstFrom = (pair: string, at: number): StatedTick | null => {
    for (let time = Math.ceil(at / tickMs) * tickMs; time <= at + signalLimits.entryTickWithinMs; time += tickMs)
      if (!isSilent(pair, time)) return tick(pair, at, time);
    return null;
  };
  const lastBy = (pair: string, at: number, expiry: number): StatedTick | null => {
    for (
      let time = Math.floor(expiry / tickMs) * tickMs;
      time >= expiry - signalLimits.closingTickMaxAgeMs;
      time -= tickMs
    )
      if (!isSilent(pair, time)) return tick(pair, at, time);
    return null;
  };
  return {
    isFresh: (pair: string, at: number): boolean => lastBy(pair, at, at) !== null,
    prices: (pair: string, at: number, own: readonly Duration[]): PairPrices => {
      const entry = firstFrom(pair, at);
      const closes = own.map((duration) => ({
        duration,
        tick: entry && lastBy(pair, at, at + entry.afterMs + durationMs(duration)),
      }));
      return { pair, entry, closes };
    },
  };
}

/** The forecasts of a minute leaf. */
export const parseForecastLines = (leaf: Leaf): ModelForecasts[] =>
  leaf.kind === 'minute' ? leaf.forecasts.flatMap((line) => parseForecasts(line) ?? []) : [];
