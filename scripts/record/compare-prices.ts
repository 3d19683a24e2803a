import { judgeStatement, placeOfPrice, pricesByPlace } from '#domain/record/shadow-minute.ts';
import { isWinner } from '#domain/signals/outcome.ts';
import { dayMs, minuteMs, secondMs, startOfMinute } from '#domain/time.ts';
import type { Item } from '#record/verify/check-leaves.ts';
import { IssuedFacts, MinuteFacts, MinutePricesFacts, OutcomeFacts } from '#record/verify/leaf-facts.ts';
import { computeMid, pipSize, priceDigits } from '#domain/market/currency-pair.ts';
import type { Findings } from '#record/verify/findings.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { readMarketFile } from '#server/integrations/market-data/replay/read-market-file.ts';
import { type Recording, toRecording } from '#server/integrations/market-data/replay/recording.ts';

/** Mid prices; the tolerance is included. */
interface PriceRange {
  readonly low: number;
  readonly high: number;
}

/** One pair's prices from another source of the same market. */
export interface PriceSource {
  readonly symbol: string;
  /** The prices around that instant (milliseconds UTC); null: it is not covered. */
  rangeAt(time: number): PriceRange | null;
}

/** A tick may carry the time of the second before or after. */
const clockToleranceMs = secondMs;

/** A file of ticks or bars, in a form of REPLAY_FILES. `timezone`: of times that state none. */
export function openPriceFile(path: string, timezone: string | null): PriceSource {
  const file = readMarketFile(path, timezone);
  const recording = toRecording(file);
  return file.kind === 'bars' ? sourceOfBars(file.symbol, recording.bars) : sourceOfTicks(recording);
}

function sourceOfBars(symbol: string, bars: (from: number, to: number) => readonly Bar[]): PriceSource {
  const tolerance = halfPip(symbol);
  return {
    symbol,
    rangeAt: (time) => {
      const around = bars(startOfMinute(time - clockToleranceMs), startOfMinute(time + clockToleranceMs) + minuteMs);
      return getRange(
        around.flatMap(({ low, high }) => [low, high]),
        tolerance,
      );
    },
  };
}

/** Between two ticks the price is that of the first. */
function sourceOfTicks({ symbol, ticks }: Recording): PriceSource {
  return {
    symbol,
    rangeAt: (time) => {
      const near = [time - minuteMs, time, time + minuteMs].flatMap((at) => [...ticks(startOfMinute(at))]);
      const known = near.filter((tick) => tick.time <= time + clockToleranceMs);
      const first = Math.max(
        0,
        known.findLastIndex((tick) => tick.time <= time - clockToleranceMs),
      );
      const around = known.slice(first);
      const spread = Math.max(0, ...around.map(({ bid, ask }) => ask - bid));
      return getRange(
        around.map(({ bid, ask }) => computeMid(bid, ask)),
        Math.max(halfPip(symbol), spread / 2),
      );
    },
  };
}

function getRange(prices: readonly number[], tolerance: number): PriceRange | null {
  return prices.length === 0 ? null : { low: Math.min(...prices) - tolerance, high: Math.max(...prices) + tolerance };
}

const halfPip = (symbol: string): number => pipSize(priceDigits(symbol)) / 2;

/** What a price decided; prices of each are compared apart. */
const priceGroups = [
  'signals that won',
  'signals that lost',
  'shadow forecasts that won',
  'shadow forecasts that lost',
] as const;
type PriceGroup = (typeof priceGroups)[number];

/**
 * A price that decided a forecast. `index`: the leaf that states it; `time`: of its tick,
 * milliseconds UTC; `group` null: it decided both wins and losses, or neither.
 */
export interface StatedPrice {
  readonly index: number;
  readonly symbol: string;
  readonly time: number;
  readonly price: number;
  readonly group: PriceGroup | null;
}

/** The deciding prices of a record, of one UTC day or of all. */
export function collectPrices(day: string | null): { add(item: Item): void; readonly prices: readonly StatedPrice[] } {
  const prices: StatedPrice[] = [];
  const minutes = new Map<string, Pick<MinuteFacts, 'issuedAt' | 'forecasts'>>();
  /** Pairs by the id of the signal. */
  const signals = new Map<string, string>();
  const from = day === null ? Number.NEGATIVE_INFINITY : Date.parse(day);
  const to = day === null ? Number.POSITIVE_INFINITY : from + dayMs;
  const put = (price: StatedPrice): void => {
    if (price.time >= from && price.time < to) prices.push(price);
  };

  const addMinute = (index: number, leaf: unknown): void => {
    const facts = MinutePricesFacts.safeParse(leaf).data;
    const stated = minutes.get(facts?.forecast ?? '');
    if (!facts || !stated) return;
    minutes.delete(facts.forecast);
    const groups = groupsOfMinute(stated, facts);
    for (const { symbol, minutes: after, price, afterMs } of facts.prices) {
      const group = groups.get(placeOfPrice(symbol, after)) ?? null;
      put({ index, symbol, time: stated.issuedAt + afterMs, price, group });
    }
  };
  const addSignal = (index: number, leaf: unknown): void => {
    const facts = OutcomeFacts.safeParse(leaf).data;
    const symbol = signals.get(facts?.signal ?? '');
    if (!facts || symbol === undefined) return;
    signals.delete(facts.signal);
    const isWon = isWinner(facts.result);
    const group = isWon === null ? null : isWon ? 'signals that won' : 'signals that lost';
    put({ index, symbol, time: facts.openedAt, price: facts.openPrice, group });
    put({ index, symbol, time: facts.closingTickAt, price: facts.closePrice, group });
  };
  const readers: Partial<Record<Item['kind'], (item: Item) => void>> = {
    forecast: ({ leaf, leafHash }) => {
      const facts = MinuteFacts.safeParse(leaf).data;
      if (facts) minutes.set(leafHash, facts);
    },
    signal: ({ leaf }) => {
      const facts = IssuedFacts.safeParse(leaf).data;
      if (facts) signals.set(facts.id, facts.symbol);
    },
    outcome: ({ index, leaf }) => {
      if (leaf?.['form'] === undefined) addSignal(index, leaf);
      else addMinute(index, leaf);
    },
  };

  // A leaf of another form is reported where the leaves are checked.
  return { prices, add: (item) => readers[item.kind]?.(item) };
}

/** What the models would have issued, by the place of each price that decided it. */
function groupsOfMinute(
  { forecasts }: Pick<MinuteFacts, 'forecasts'>,
  { prices }: MinutePricesFacts,
): Map<string, PriceGroup | null> {
  const groups = new Map<string, PriceGroup | null>();
  const byPlace = pricesByPlace(prices);
  for (const statement of forecasts.flatMap(({ statements }) => statements)) {
    const isWon = statement.isIssued ? isWinner(judgeStatement(statement, byPlace)) : null;
    if (isWon === null) continue;
    const group = isWon ? 'shadow forecasts that won' : 'shadow forecasts that lost';
    for (const minutes of [0, statement.duration]) {
      const place = placeOfPrice(statement.symbol, minutes);
      groups.set(place, groups.has(place) && groups.get(place) !== group ? null : group);
    }
  }
  return groups;
}

/** Two sources of one market differ now and then; beyond this it is another market. */
const maxShareOutside = 0.01;

interface Comparison {
  compared: number;
  outside: number;
  worst: { readonly price: StatedPrice; readonly pips: number } | null;
}

/**
 * Compares the prices that decided forecasts with those of another source of the same market: all of
 * them, and those of winners and of losers apart, because few bent prices are enough for a better
 * rate.
 */
export function comparePrices(
  prices: readonly StatedPrice[],
  sources: readonly PriceSource[],
  findings: Findings,
): void {
  const bySymbol = new Map(sources.map((source) => [source.symbol, source]));
  const none = (): Comparison => ({ compared: 0, outside: 0, worst: null });
  const all = none();
  const groups = new Map(priceGroups.map((group) => [group, none()]));
  for (const price of prices) {
    const range = bySymbol.get(price.symbol)?.rangeAt(price.time);
    if (!range) continue;
    const pips = pipsOutside(price, range);
    add(all, price, pips);
    const group = price.group && groups.get(price.group);
    if (group) add(group, price, pips);
  }
  if (all.compared === 0) {
    findings.skips(`none of ${prices.length} deciding prices are covered by the other source`);
    return;
  }
  printComparison(all, 'deciding prices', maxShareOutside * all.compared, findings);
  // One price says nothing about a few.
  for (const [group, own] of groups)
    if (own.compared > 0)
      printComparison(own, `prices of ${group}`, Math.max(1, maxShareOutside * own.compared), findings);
  if (all.compared < prices.length)
    findings.notes(`${prices.length - all.compared} deciding prices are not covered by the other source`);
}

function add(comparison: Comparison, price: StatedPrice, pips: number): void {
  comparison.compared++;
  if (pips > 0) comparison.outside++;
  if (pips > (comparison.worst?.pips ?? 0)) comparison.worst = { price, pips };
}

function printComparison(
  { compared, outside, worst }: Comparison,
  what: string,
  maxOutside: number,
  findings: Findings,
): void {
  const share = (100 * (compared - outside)) / compared;
  const sentence = `${share.toFixed(2)} % of ${compared} ${what} agree with the other source${farthest(worst)}`;
  if (outside > maxOutside) findings.fails('prices', sentence);
  else findings.holds(sentence);
}

/** How far beyond the other source's prices. */
function pipsOutside({ symbol, price }: StatedPrice, { low, high }: PriceRange): number {
  const beyond = Math.max(low - price, price - high);
  // Less than a tenth of a point is the rounding of the subtraction.
  const pips = beyond / pipSize(priceDigits(symbol));
  return pips > 0.01 ? pips : 0;
}

const farthest = (worst: Comparison['worst']): string =>
  worst === null
    ? ''
    : `; farthest: leaf ${worst.price.index}, ${worst.price.symbol} ${worst.price.price} at ${new Date(worst.price.time).toISOString()}, ${worst.pips.toFixed(1)} pips beyond it`;
