import { getOrCreate } from '#domain/objects.ts';
import { type Duration, durationMs, durations, maxDuration, minDuration } from '#domain/market/duration.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import { getHour, minuteMs } from '#domain/time.ts';
import { countInTurn, countSignal, emptyHour, forecastKey, type HourSums } from '#record/figures.ts';
import { type GenesisLeaf, type OutcomeLeaf, recordLimits, type SignalLeaf, type VoidLeaf } from '#record/leaf.ts';
import { deriveResult, isInWindow, type PairPrices, parsePrices } from '#record/lines.ts';
import type { CheckedMinute, Fails } from './check-statements.ts';
import type { Coverage } from './coverage.ts';
import { createPriceBook } from './price-book.ts';
import { Recent } from './recent.ts';

interface OpenSignal {
  readonly leaf: SignalLeaf;
  /** The first of its forecast; others are in no figure. */
  readonly isCounted: boolean;
  voided: { readonly index: number; readonly cause: VoidLeaf['cause'] } | null;
}

/** A minute or a signal without an outcome so far. */
type Statement = { readonly at: number } & (
  | { readonly kind: 'minute'; readonly minute: CheckedMinute }
  | { readonly kind: 'signal'; readonly signal: OpenSignal }
);

/** A price that decides a forecast, as compared with another source (rule 18). Milliseconds UTC. */
export interface DecidingPrice {
  readonly leaf: number;
  readonly pair: string;
  readonly time: number;
  readonly price: number;
  /** +1: a higher price is in favour of the forecast; −1: a lower one; 0: forecasts of both sides. */
  readonly favour: -1 | 0 | 1;
}

export interface OutcomeListener {
  readonly onPrice?: (price: DecidingPrice) => void;
  /** A void of the operator, with what it would have come to. */
  readonly onVoided: (void_: {
    readonly leaf: number;
    readonly of: number;
    readonly cause: string;
    readonly result: Outcome;
  }) => void;
}

interface Part {
  readonly genesis: GenesisLeaf;
  readonly from: number;
  readonly isClosed: (index: number) => boolean;
  readonly coverage: Coverage;
}

/** By the time from the statement to its last expiry. */
const getSpan = (duration: Duration): number => latestExpiry(0, duration);
const spans = durations.map(getSpan);
/** Forecasts of a minute are passed on for less than this. */
const sameForecastMs = 10 * minuteMs;

/** Rules 10 to 12: outcomes, the prices that they follow from, and voids; and the recount of the figures. */
export function createOutcomeChecks(
  { genesis, from, isClosed, coverage }: Part,
  { onPrice, onVoided }: OutcomeListener,
  fails: Fails,
) {
  const open = new Map(spans.map((span) => [span, new Recent<number, Statement>(span + recordLimits.decidedWithinMs)]));
  const longest = getSpan(maxDuration);
  const book = createPriceBook((index, text) => fails(11, index, text));
  const forecasts = new Recent<string, true>(sameForecastMs);
  const hours = new Map<number, HourSums>();
  const getHourSums = (at: number): HourSums => getOrCreate(hours, getHour(at), emptyHour);
  const counts = { decided: 0, noPrice: 0, minutes: 0, signals: 0, elsewhere: 0 };
  /** No leaf after these outcomes can be earlier. */
  let known: { readonly index: number; readonly at: number } | null = null;

  const find = (of: number): Statement | undefined => {
    for (const one of open.values()) {
      const found = one.get(of);
      if (found) return found;
    }
    return undefined;
  };

  const checkPrices = (index: number, at: number, { pair, entry, closes }: PairPrices): void => {
    if (entry && !isInWindow(entry)) fails(11, index, `the entry of ${pair} lies outside its 5 seconds`);
    else if (entry) {
      book.quiet(index, pair, at, at + entry.afterMs - 1);
      book.tick(index, pair, at + entry.afterMs, entry.price);
    } else book.quiet(index, pair, at, at + signalLimits.entryTickWithinMs);
    if (!entry) return;
    for (const { duration, tick } of closes) {
      const expiry = at + entry.afterMs + durationMs(duration);
      if (!tick) book.quiet(index, pair, expiry - signalLimits.closingTickMaxAgeMs, expiry);
      else if (!isInWindow(entry, { duration, tick }))
        fails(11, index, `the close of ${pair} ${duration} is not within 5 s before its expiry`);
      else {
        book.quiet(index, pair, at + tick.afterMs + 1, expiry);
        book.tick(index, pair, at + tick.afterMs, tick.price);
      }
    }
  };

  /** When the outcome can have been known: at its last expiry. */
  const knownAt = (at: number, prices: readonly PairPrices[]): number =>
    Math.max(
      at,
      ...prices.map(({ entry, closes }) =>
        entry
          ? at + entry.afterMs + durationMs(closes.at(-1)?.duration ?? minDuration)
          : at + signalLimits.entryTickWithinMs,
      ),
    );

  const settleMinute = (index: number, { at, models, inTurn }: CheckedMinute, prices: readonly PairPrices[]): void => {
    const byPair = new Map(prices.map((one) => [one.pair, one]));
    const favours = onPrice && new Map<string, number>();
    let noPrice = 0;
    for (const { model, forecasts: stated } of models)
      for (const forecast of stated) {
        const own = byPair.get(forecast.pair);
        if (!own) continue;
        if (deriveResult(forecast, own) === 'void') noPrice++;
        counts.decided++;
        if (forecast.pair === inTurn)
          countInTurn(getHourSums(at), model, { forecast, prices: own, payout: genesis.payout });
        const key = `${forecast.pair} ${forecast.duration}`;
        const sign = forecast.side === 'BUY' ? 1 : -1;
        favours?.set(key, favours.has(key) && favours.get(key) !== sign ? 0 : sign);
      }
    counts.noPrice += noPrice;
    counts.minutes++;
    coverage.decided(
      at,
      models.reduce((sum, one) => sum + one.forecasts.length, 0),
      noPrice,
    );
    if (onPrice && favours)
      listPrices(index, at, prices, (pair, duration) => favours.get(`${pair} ${duration}`) ?? 0, onPrice);
  };

  const settleSignal = (index: number, { leaf, isCounted, voided }: OpenSignal, own: PairPrices | undefined): void => {
    const at = Date.parse(leaf.at);
    const result = own ? deriveResult(leaf, own) : 'void';
    counts.signals++;
    counts.decided++;
    if (result === 'void') counts.noPrice++;
    coverage.decided(at, 1, result === 'void' ? 1 : 0);
    if (voided) onVoided({ leaf: voided.index, of: index, cause: voided.cause, result });
    if (isCounted) countSignal(getHourSums(at), leaf, voided ? 'void' : result);
    const favour = leaf.side === 'BUY' ? 1 : -1;
    if (onPrice && own) listPrices(index, at, [own], () => favour, onPrice);
  };

  return {
    counts,
    minute: (minute: CheckedMinute): void => {
      coverage.minute(minute.closed - minuteMs, minute.without.length);
      open.get(longest)?.set(minute.index, { kind: 'minute', at: minute.at, minute }, minute.at);
    },
    signal: (index: number, leaf: SignalLeaf): void => {
      const at = Date.parse(leaf.at);
      coverage.signal(at);
      const key = forecastKey(leaf);
      const isCounted = key !== null && !forecasts.has(key);
      if (isCounted) forecasts.set(key, true, at);
      open
        .get(getSpan(leaf.duration))
        ?.set(index, { kind: 'signal', at, signal: { leaf, isCounted, voided: null } }, at);
    },
    outcome: (index: number, { of, prices: lines }: OutcomeLeaf): void => {
      const statement = find(of);
      if (!statement) {
        if (of < from || isClosed(of)) counts.elsewhere++;
        else fails(10, index, `leaf ${of} is no minute or signal that waits for its outcome`);
        return;
      }
      for (const one of open.values()) one.delete(of);
      const prices = lines.map(parsePrices).filter((line) => line !== null);
      if (prices.length < lines.length) fails(4, index, 'a line of its prices has another form');
      if (toPlaces(prices) !== toStatedPlaces(statement))
        fails(10, index, `it has not the prices of what leaf ${of} states`);
      for (const one of prices) checkPrices(index, statement.at, one);
      const at = knownAt(statement.at, prices);
      if (at > (known?.at ?? Number.NEGATIVE_INFINITY)) known = { index, at };
      if (statement.kind === 'minute') settleMinute(index, statement.minute, prices);
      else
        settleSignal(
          of,
          statement.signal,
          prices.find(({ pair }) => pair === statement.signal.leaf.pair),
        );
    },
    void: (index: number, { of, cause }: VoidLeaf): void => {
      const statement = find(of);
      if (statement?.kind !== 'signal' || statement.signal.voided) {
        if (of >= from && !isClosed(of)) fails(12, index, `leaf ${of} is no signal that waits for its outcome`);
        return;
      }
      statement.signal.voided = { index, cause };
      coverage.voided(Date.parse(statement.signal.leaf.at));
    },
    /** Called when the record has reached `now`: reports overdue outcomes, and outcomes ahead of their time. */
    advance: (now: number): void => {
      if (known && now + recordLimits.clockToleranceMs < known.at) {
        fails(10, known.index, `it states an outcome of ${iso(known.at)}, and a later leaf is of ${iso(now)}`);
        known = null;
      }
      for (const one of open.values())
        for (const [index] of one.expire(now)) fails(10, index, 'it has no outcome ten minutes after its last expiry');
      forecasts.expire(now);
      book.forget(now);
    },
    /** The latest instant that an outcome so far can have been known, and its leaf. */
    known: () => known,
    hours: (): ReadonlyMap<number, HourSums> => hours,
  };
}

function listPrices(
  leaf: number,
  at: number,
  prices: readonly PairPrices[],
  getFavour: (pair: string, duration: Duration) => number,
  onPrice: (price: DecidingPrice) => void,
): void {
  for (const { pair, entry, closes } of prices) {
    if (!entry) continue;
    const favours = new Set(closes.map(({ duration }) => getFavour(pair, duration)));
    const [only = 0] = favours.size === 1 ? favours : [0];
    onPrice({ leaf, pair, time: at + entry.afterMs, price: entry.price, favour: toFavour(-only) });
    for (const { duration, tick } of closes)
      if (tick)
        onPrice({
          leaf,
          pair,
          time: at + tick.afterMs,
          price: tick.price,
          favour: toFavour(getFavour(pair, duration)),
        });
  }
}

const toFavour = (sign: number): -1 | 0 | 1 => (sign > 0 ? 1 : sign < 0 ? -1 : 0);

/** The pairs and durations whose prices an outcome states, in its only order. */
const toPlaces = (prices: readonly PairPrices[]): string =>
  prices.map(({ pair, closes }) => `${pair} ${closes.map(({ duration }) => duration).join(' ')}`).join('\n');

function toStatedPlaces(statement: Statement): string {
  if (statement.kind === 'signal') return `${statement.signal.leaf.pair} ${statement.signal.leaf.duration}`;
  const durationsByPair = new Map<string, Set<Duration>>();
  for (const { forecasts } of statement.minute.models)
    for (const { pair, duration } of forecasts)
      getOrCreate(durationsByPair, pair, () => new Set<Duration>()).add(duration);
  return [...durationsByPair]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([pair, own]) => `${pair} ${[...own].toSorted((a, b) => a - b).join(' ')}`)
    .join('\n');
}

const iso = (at: number): string => new Date(at).toISOString();
