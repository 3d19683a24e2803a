import type { z } from 'zod';
import type { RecordItem } from '#contract/record/record.ts';
import { getOrCreate } from '#domain/objects.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import type { End, Statement } from '#record/completeness.ts';
import { durationMs, maxDuration } from '#domain/market/duration.ts';
import {
  type DecidingPrices,
  isEntryInTime,
  isInTime,
  pairInTurn,
  placeOfPrice,
  pricesByPlace,
  statedDurations,
} from '#domain/record/shadow-minute.ts';
import { limits } from '#domain/signals/limits.ts';
import { isReplay } from '#domain/market/replay-feed.ts';
import type { PriceBook } from './price-book.ts';
import type { QuietGaps } from './quiet-gaps.ts';
import { addIssued } from '#domain/statistics/equity-hours.ts';
import { countMinute } from '#domain/statistics/shadow-tally.ts';
import { minuteMs } from '#domain/time.ts';
import type { CoverageCount, RecordDays } from './record-days.ts';
import type { Findings } from './findings.ts';
import { MinuteFacts, MinutePricesFacts } from './leaf-facts.ts';

type MinuteItem = Pick<z.infer<typeof RecordItem>, 'at' | 'index' | 'leaf' | 'leafHash'>;

/** Checks minutes of forecasts in shadow against the prices that decided them. */
export interface MinuteChecks {
  state(item: MinuteItem): { readonly statement: Statement; readonly facts: MinuteFacts };
  settle(item: MinuteItem): End;
  /** The product may have been started again, with other pairs. */
  interrupt(feed: string): void;
  /** Prints what could not be checked. */
  finish(): void;
  /** How many were stated, settled, and settled for minutes before the first leaf here. */
  readonly counts: { stated: number; settled: number; elsewhere: number };
}

interface CheckMinutesDependencies {
  readonly from: number;
  readonly days: Pick<RecordDays, 'of' | 'getShadowHours'>;
  readonly coverage: Pick<CoverageCount, 'settled'>;
  /** Null: only a part of the record is read. */
  readonly prices: PriceBook | null;
  readonly gaps: QuietGaps | null;
  /** Whether the product was stopped after this leaf: its ticks may be lost. */
  readonly isBeforeStop: (feed: string, index: number) => boolean;
}

/** Which minutes were settled before is known for a week of them: an older one does not exist any more. */
const maxEnded = 10_080;

export function createMinuteChecks(
  findings: Findings,
  { from, days, coverage, prices: book, gaps, isBeforeStop }: CheckMinutesDependencies,
): MinuteChecks {
  const open = new Map<string, { readonly index: number; readonly facts: MinuteFacts }>();
  const ended = new Set<string>();
  const minutes = new Map<string, Set<number>>();
  const turns = createTurnCheck((index, sentence) => findings.fails('turn', `leaf ${index}: ${sentence}`));
  const counts = { stated: 0, settled: 0, elsewhere: 0 };

  const reportFailure = (index: number, sentence: string): void =>
    findings.fails('minute', `leaf ${index}, a minute in shadow: ${sentence}`);

  /** The prices of a minute, and what each statement without a price says. */
  const recordPrices = (
    index: number,
    own: { readonly index: number; readonly facts: MinuteFacts },
    byPlace: DecidingPrices,
  ): void => {
    const { feed, issuedAt, forecasts } = own.facts;
    if (!book || isReplay(feed)) return;
    const quiet = (symbol: string, start: number, end: number, what: string): void =>
      book.quiet({ index, feed, symbol, from: start, to: end, what });
    for (const { symbol, afterMs, price } of byPlace.values()) {
      book.price({ index, feed, symbol, time: issuedAt + afterMs, price });
      gaps?.activity(feed, issuedAt + afterMs, 'a price', index);
    }
    if (isBeforeStop(feed, own.index)) return;
    for (const [symbol, durations] of statedDurations(forecasts)) {
      const entry = byPlace.get(placeOfPrice(symbol, 0));
      const entryBy = issuedAt + limits.entryTickWithinMs;
      quiet(symbol, issuedAt, entry ? issuedAt + entry.afterMs - 1 : entryBy, `its entry of ${symbol}`);
      if (!entry) continue;
      for (const duration of durations) {
        const close = byPlace.get(placeOfPrice(symbol, duration));
        const expiry = issuedAt + entry.afterMs + durationMs(duration);
        const start = close ? issuedAt + close.afterMs + 1 : expiry - limits.closingTickMaxAgeMs;
        quiet(symbol, start, expiry, `its close of ${symbol} after ${duration} minutes`);
      }
    }
  };

  return {
    counts,
    interrupt: turns.interrupt,
    finish: turns.finish,
    state: ({ index, at, leafHash, leaf }) => {
      const facts = MinuteFacts.parse(leaf);
      counts.stated++;
      if (facts.issuedAt !== Date.parse(at)) findings.fails('form', `leaf ${index} was not issued at ${at}`);
      const minute = Math.floor(facts.issuedAt / minuteMs);
      const own = getOrCreate(minutes, facts.feed, () => new Set());
      if (own.has(minute)) reportFailure(index, 'the same minute was stated before');
      own.add(minute);
      turns.add(index, facts);
      open.set(leafHash, { index, facts });
      const { feed, seq, issuedAt } = facts;
      const expiresBy = latestExpiry(issuedAt, maxDuration);
      return { statement: { index, key: leafHash, feed, seq, issuedAt, expiresBy, isMinute: true }, facts };
    },
    settle: ({ index, leaf }) => {
      const { forecast, prices } = MinutePricesFacts.parse(leaf);
      const stated = open.get(forecast);
      counts.settled++;
      if (ended.has(forecast)) reportFailure(index, 'it was settled before');
      ended.add(forecast);
      const [oldest] = ended;
      if (ended.size > maxEnded && oldest !== undefined) ended.delete(oldest);
      if (!stated) {
        if (from === 0) reportFailure(index, 'its forecasts do not exist before it');
        else counts.elsewhere++;
        return { index, key: forecast, endedAt: null };
      }
      open.delete(forecast);
      const byPlace = pricesByPlace(prices);
      if (byPlace.size < prices.length) reportFailure(index, 'a price is stated twice');
      for (const price of prices) {
        const entry = byPlace.get(placeOfPrice(price.symbol, 0));
        const fits = entry && (price.minutes === 0 ? isEntryInTime(price) : isInTime(entry, price));
        if (!fits)
          reportFailure(index, `the price of ${price.symbol} after ${price.minutes} minutes is from another time`);
      }
      recordPrices(index, stated, byPlace);
      const { feed, issuedAt, forecasts } = stated.facts;
      coverage.settled(feed, issuedAt);
      countMinute(days.of(feed, issuedAt).shadow, forecasts, byPlace, issuedAt);
      addIssued(days.getShadowHours(feed, issuedAt), forecasts, byPlace, issuedAt);
      const lastMs = prices.reduce((last, { afterMs }) => Math.max(last, afterMs), 0);
      return { index, key: forecast, endedAt: issuedAt + lastMs };
    },
  };
}

interface Turn {
  readonly index: number;
  readonly pair: string;
  /** Starts of minutes since 1970, counted. */
  readonly minute: number;
}

/**
 * The pair whose turn it is follows from the clock and the pairs of the market, which are known
 * only from the turns themselves: of each stretch without a gap, once every pair can have had two.
 */
function createTurnCheck(report: (index: number, sentence: string) => void) {
  const stretches = new Map<string, Turn[]>();
  const judge = (turns: readonly Turn[]): void => {
    const pairs = [...new Set(turns.map(({ pair }) => pair))];
    if (turns.length < 2 * pairs.length) return;
    for (const { index, pair, minute } of turns)
      if (pairInTurn(pairs, minute * minuteMs) !== pair) report(index, `by the clock it is not the turn of ${pair}`);
  };
  return {
    add: (index: number, { feed, inTurn, issuedAt }: MinuteFacts): void => {
      // The minute whose bar had closed is the one before.
      const minute = Math.floor(issuedAt / minuteMs) - 1;
      getOrCreate(stretches, feed, () => []).push({ index, pair: inTurn, minute });
    },
    interrupt: (feed: string): void => {
      judge(stretches.get(feed) ?? []);
      stretches.delete(feed);
    },
    finish: (): void => {
      for (const turns of stretches.values()) judge(turns);
      stretches.clear();
    },
  };
}
