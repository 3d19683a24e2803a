import { priceDigits } from '#domain/market/currency-pair.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { judge, type Outcome, type VoidReason } from '#domain/signals/outcome.ts';
import { type OutcomeContradiction, outcomeContradiction } from '#domain/signals/outcome-contradiction.ts';
import { createEndCounter } from '#domain/statistics/count-ends.ts';
import { forecastKey } from '#domain/statistics/counted-forecast.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import type { FeedTotals } from './feed-totals.ts';
import type { Findings } from './findings.ts';
import type { IssuedFacts, OutcomeFacts, VoidFacts } from './leaf-facts.ts';
import type { RecordDays } from './record-days.ts';
import type { SignalPrices } from './price-book.ts';

interface Issued {
  readonly index: number;
  readonly facts: IssuedFacts;
  result: Outcome | null;
}

interface IssuedSignalsDependencies {
  /** The first leaf that is read; what ends signals before it is only counted. */
  readonly from: number;
  readonly days: RecordDays;
  readonly totals: FeedTotals;
  /** Null: only a part of the record is read. */
  readonly prices: SignalPrices | null;
}

/** A void signal whose prices other leaves may still state. */
interface VoidSignal {
  readonly facts: IssuedFacts;
  readonly reason: VoidReason;
  readonly before: Outcome | null;
}

/** From an issue until all that states its prices is recorded. */
const pricesWithinMs = 25 * minuteMs;
const forgetEvery = 1_000;

/** Signals by the leaf that issued them, each to be ended once and as its prices say. */
export function createIssuedSignals(findings: Findings, { from, days, totals, prices }: IssuedSignalsDependencies) {
  const issued = new Map<string, Issued>();
  const counts = { judged: 0, voided: 0, elsewhere: 0 };
  const voidSignals: VoidSignal[] = [];
  const judgeVoid = ({ facts, reason, before }: VoidSignal): void => {
    const known = before ? null : prices?.findVoidPrices(facts);
    const digits = priceDigits(facts.symbol);
    const result = known ? judge(facts.direction, known.openPrice, known.closePrice, digits) : before;
    if (result) totals.voidJudged(reason, result);
  };
  const judgeVoidsUntil = (now: number): void => {
    while (voidSignals[0] && voidSignals[0].facts.issuedAt < now - pricesWithinMs) {
      judgeVoid(voidSignals[0]);
      voidSignals.shift();
    }
  };
  const addEnd = createEndCounter(days.of);
  /** What ended a day ago can be ended again by nobody but a forger, who then ends what does not exist. */
  const forgetEnded = (now: number): void => {
    for (const [id, { facts, result }] of issued) {
      if (facts.issuedAt > now - dayMs) return;
      if (result !== null) issued.delete(id);
    }
  };
  const findOwn = (index: number, signal: string): Issued | null => {
    const own = issued.get(signal);
    if (own) return own;
    if (from === 0) findings.fails('order', `leaf ${index} ends signal ${signal}, which does not exist before it`);
    else counts.elsewhere++;
    return null;
  };
  const countEnd = ({ index, facts }: Issued, result: Outcome, endedAt: number): void => {
    const { id: signalId, model, passability, hasEdge, feed } = facts;
    const forecast = { signalId, issuedIndex: index, model, passability, hasEdge, result, endedAt };
    addEnd({ feed, key: forecastKey(facts), forecast });
  };
  const failsEnd = (index: number, { facts }: Issued, sentence: string | null): void => {
    if (sentence !== null) findings.fails('outcome', `leaf ${index}, signal ${facts.id}: ${sentence}`);
  };
  return {
    counts,
    issue: (index: number, facts: IssuedFacts): void => {
      if (issued.has(facts.id)) findings.fails('twice', `leaf ${index}: ${facts.id} was issued before`);
      else issued.set(facts.id, { index, facts, result: null });
      if (issued.size % forgetEvery === 0) forgetEnded(facts.issuedAt);
      judgeVoidsUntil(facts.issuedAt);
    },
    settle: (index: number, facts: OutcomeFacts): void => {
      counts.judged++;
      const own = findOwn(index, facts.signal);
      if (!own) return;
      failsEnd(
        index,
        own,
        own.result === null ? toSentence(outcomeContradiction(own.facts, facts)) : 'it was settled before',
      );
      prices?.ended(index, own, facts);
      totals.ended(own.facts.feed, facts.result);
      countEnd(own, facts.result, facts.expiresAt);
      own.result = facts.result;
    },
    void: (index: number, facts: VoidFacts): void => {
      counts.voided++;
      const own = findOwn(index, facts.signal);
      if (!own) return;
      failsEnd(index, own, voidContradiction(own, facts));
      prices?.voided(index, own, facts.reason);
      totals.voided(own.facts.feed, own.facts.issuedAt, facts.reason);
      voidSignals.push({ facts: own.facts, reason: facts.reason, before: own.result });
      countEnd(own, 'void', facts.at);
      own.result = 'void';
    },
    /** What is void has its outcome by other prices of the record, where they are known. */
    finish: (): void => judgeVoidsUntil(Number.POSITIVE_INFINITY),
  };
}

/** When an operator may still void a signal. */
const voidedWithinMs = 10 * minuteMs;

function voidContradiction({ facts, result }: Issued, { reason, cause, at }: VoidFacts): string | null {
  if (result === 'void') return 'it was void before';
  if (reason !== 'operator') return result === null ? null : 'it was settled before';
  if (result !== null) return 'an operator voided it after its outcome';
  if (cause === undefined) return 'an operator voided it without a cause';
  const latest = latestExpiry(facts.issuedAt, facts.duration) + voidedWithinMs;
  return at < facts.issuedAt || at > latest ? 'an operator voided it at a time outside its life' : null;
}

const sentences: Readonly<Record<OutcomeContradiction, string>> = {
  result: 'its prices say another result',
  entry: 'its entry lies before its issue or too late after it',
  expiry: 'its expiry is not its entry and its duration',
  closing_tick: 'its closing tick lies outside its life, or was too old to decide',
};
const toSentence = (contradiction: OutcomeContradiction | null): string | null =>
  contradiction && sentences[contradiction];
