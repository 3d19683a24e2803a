import { latestExpiry } from '#domain/signals/latest-expiry.ts';
import type { End, Statement } from '#record/completeness.ts';
import { maxDuration } from '#domain/market/duration.ts';
import { isEntryInTime, isInTime, pairInTurn, placeOfPrice, pricesByPlace } from '#domain/record/shadow-minute.ts';
import { addIssued } from '#domain/statistics/equity-hours.ts';
import { countMinuteByDelay } from '#domain/statistics/sums-by-delay.ts';
import { minuteMs } from '#domain/time.ts';
import type { Findings } from './findings.ts';
import { MinuteFacts, MinutePricesFacts } from './leaf-facts.ts';
import type { RecordDays } from './record-days.ts';

interface MinuteItem {
  readonly index: number;
  readonly at: string;
  readonly leafHash: string;
  readonly leaf?: unknown;
}

/** Checks minutes of forecasts in shadow against the prices that decided them. */
export interface MinuteChecks {
  state(item: MinuteItem): Statement;
  settle(item: MinuteItem): End;
  /** Prints what could not be checked. */
  finish(): void;
  /** How many were stated, settled, and settled for minutes before the first leaf here. */
  readonly counts: { stated: number; settled: number; elsewhere: number };
}

export function createMinuteChecks(findings: Findings, from: number, days: RecordDays): MinuteChecks {
  const open = new Map<string, MinuteFacts>();
  const ended = new Set<string>();
  const minutes = new Set<string>();
  const turns = createTurnCheck();
  const counts = { stated: 0, settled: 0, elsewhere: 0 };

  const reportFailure = (index: number, sentence: string): void =>
    findings.fails('minute', `leaf ${index}, a minute in shadow: ${sentence}`);

  return {
    counts,
    finish: () => {
      const chosen = turns.chosen();
      if (chosen > 0)
        findings.notes(`${chosen} minutes had another pair in turn than the clock gives for the pairs of this record`);
    },
    state: ({ index, at, leafHash, leaf }) => {
      const facts = MinuteFacts.parse(leaf);
      counts.stated++;
      if (facts.issuedAt !== Date.parse(at)) findings.fails('form', `leaf ${index} was not issued at ${at}`);
      const minute = `${facts.feed} ${Math.floor(facts.issuedAt / minuteMs)}`;
      if (minutes.has(minute)) reportFailure(index, 'the same minute was stated before');
      minutes.add(minute);
      turns.add(facts);
      for (const { model, statements } of facts.forecasts)
        if (statements.some(({ symbol, isInTurn }) => isInTurn !== (symbol === facts.inTurn)))
          reportFailure(index, `${model} marks another pair than the pair in turn`);
      open.set(leafHash, facts);
      const { feed, seq, issuedAt } = facts;
      const expiresBy = latestExpiry(issuedAt, maxDuration);
      return { index, key: leafHash, feed, seq, issuedAt, expiresBy, isMinute: true };
    },
    settle: ({ index, leaf }) => {
      const { forecast, prices } = MinutePricesFacts.parse(leaf);
      const stated = open.get(forecast);
      counts.settled++;
      if (ended.has(forecast)) reportFailure(index, 'it was settled before');
      ended.add(forecast);
      if (!stated) {
        if (from === 0) reportFailure(index, 'its forecasts do not exist before it');
        else counts.elsewhere++;
        return { index, key: forecast, endedAt: null };
      }
      const byPlace = pricesByPlace(prices);
      if (byPlace.size < prices.length) reportFailure(index, 'a price is stated twice');
      for (const price of prices) {
        const entry = byPlace.get(placeOfPrice(price.symbol, 0));
        const fits = entry && (price.minutes === 0 ? isEntryInTime(price) : isInTime(entry, price));
        if (!fits)
          reportFailure(
            index,
            price.late
              ? `the price of ${price.symbol} after ${price.late} seconds is from another time`
              : `the price of ${price.symbol} after ${price.minutes} minutes is from another time`,
          );
      }
      const { feed, issuedAt, forecasts } = stated;
      countMinuteByDelay(days.of(feed, issuedAt), forecasts, byPlace, issuedAt);
      addIssued(days.shadowHoursOf(feed, issuedAt), forecasts, byPlace, issuedAt);
      const lastMs = prices.reduce((last, { afterMs }) => Math.max(last, afterMs), 0);
      return { index, key: forecast, endedAt: issuedAt + lastMs };
    },
  };
}

/**
 * The pair whose turn it is follows from the clock and the pairs of the market, which are known
 * only from the turns themselves.
 */
function createTurnCheck() {
  const turns: { readonly feed: string; readonly pair: string; readonly minute: number }[] = [];
  return {
    add: ({ feed, inTurn, issuedAt }: MinuteFacts): void => {
      // The minute whose bar had closed is the one before.
      turns.push({ feed, pair: inTurn, minute: Math.floor(issuedAt / minuteMs) - 1 });
    },
    /** The number of deviations: zero until every pair can have had a turn. */
    chosen: (): number => {
      const pairsOf = (feed: string) => [...new Set(turns.filter((one) => one.feed === feed).map(({ pair }) => pair))];
      const pairs = new Map([...new Set(turns.map(({ feed }) => feed))].map((feed) => [feed, pairsOf(feed)]));
      const fits = ({ feed, pair, minute }: (typeof turns)[number]): boolean => {
        const own = pairs.get(feed) ?? [];
        return turns.length < 2 * own.length || pairInTurn(own, minute * minuteMs) === pair;
      };
      return turns.filter((turn) => !fits(turn)).length;
    },
  };
}
