import { latestExpiry } from '#domain/signals/latest-expiry.ts';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { FeedCalibration, RecordItem } from '#contract/record.ts';
import { readCheckpoint, readNote } from '#record/checkpoint.ts';
import { createEndCounter } from '#domain/statistics/count-ends.ts';
import { forecastKey } from '#domain/statistics/counted-forecast.ts';
import { namesCalibration } from '#domain/statistics/counted-version.ts';
import { type LateOutcomes, lateOutcomes } from '#domain/signals/late-entry.ts';
import { findPair } from '#domain/market/currency-pair.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import { type OutcomeContradiction, outcomeContradiction } from '#domain/signals/outcome-contradiction.ts';
import { durationMs, minDuration } from '#domain/market/duration.ts';
import { createCompleteness } from '#record/completeness.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import type { Gap, GapReason } from '#domain/record/gaps.ts';
import { minuteMs } from '#domain/time.ts';
import { leafHash } from '#record/hash.ts';
import { sha256 } from '#server/sha256.ts';
import type { Findings } from './findings.ts';
import { createMinuteChecks } from './check-minutes.ts';
import { createRecordDays, type RecordDays } from './record-days.ts';
import {
  CalibrationFacts,
  ClosingFacts,
  GapFacts,
  MinuteFacts,
  IssuedFacts,
  OutcomeFacts,
  SuccessionFacts,
  VoidFacts,
} from './leaf-facts.ts';
import type { TimedStatement } from './verify-witnesses.ts';
import { violationText } from './violation-text.ts';

export type Item = z.infer<typeof RecordItem>;

export interface LeafChecks {
  add(item: Item): void;
  /** Prints the checks that passed. `now`: the record must be complete up to then; null: it ends earlier. */
  finish(now: number | null): void;
  /** Of the opened ones, in the order of the record. */
  statements(): readonly TimedStatement[];
  /** Whether what a server shows of a calibration is what a leaf states. */
  compareCalibration(aiModel: AiModelKey, shown: FeedCalibration): void;
  /** Outcomes of the forecasts by market, recomputed from the leaves. */
  readonly days: Pick<RecordDays, 'sums' | 'equity'>;
}

interface End {
  readonly signal: string;
  readonly result: Outcome;
  /** Milliseconds UTC. */
  readonly at: number;
  /** Late entries of an outcome, and the close they share. */
  readonly late?: Pick<OutcomeFacts, 'late' | 'closePrice'>;
}

interface Issued {
  readonly facts: IssuedFacts;
  result: Outcome | null;
}

/**
 * Checks every leaf against its hash and every outcome against its signal; pass the leaves in
 * order.
 */
export function createLeafChecks(findings: Findings, from: number): LeafChecks {
  const issued = new Map<string, Issued>();
  const days = createRecordDays();
  const addEnd = createEndCounter(days.of);
  const minutes = createMinuteChecks(findings, from, days);
  const counts = { open: 0, closed: 0, judged: 0, voided: 0, elsewhere: 0, closedByHours: 0 };
  const statements: TimedStatement[] = [];
  /** By feed and the version of forecasts that use it. */
  const calibrations = new Map<string, CalibrationFacts>();
  const requireCalibrations = (index: number, feed: string, versions: readonly string[]): void => {
    const missing = versions.find((one) => namesCalibration(one) && !calibrations.has(`${feed} ${one}`));
    if (missing !== undefined && from === 0)
      findings.fails('calibration', `leaf ${index} names a calibration that is not recorded before it: ${missing}`);
  };
  const gapMinutes = new Map<GapReason, number>();
  const completeness = createCompleteness((violation) => {
    findings.fails(`completeness ${violation.kind}`, violationText(violation));
  }, from);
  let next = from;

  const end = (index: number, { signal, result, at, late }: End, what: (own: Issued) => string | null): void => {
    const own = issued.get(signal);
    if (!own) {
      if (from === 0) findings.fails('order', `leaf ${index} ends signal ${signal}, which does not exist before it`);
      else counts.elsewhere++;
      return;
    }
    const wrong = what(own);
    if (wrong !== null) findings.fails('outcome', `leaf ${index}, signal ${signal}: ${wrong}`);
    countEnd(own.facts, result, at, late ? lateOutcomesOf(own.facts, late) : null);
    own.result = result;
  };
  const countEnd = (facts: IssuedFacts, result: Outcome, endedAt: number, late: LateOutcomes | null): void => {
    const { id: signalId, model, passability, hasEdge, feed } = facts;
    const forecast = { signalId, model, passability, hasEdge, result, endedAt, late };
    addEnd({ feed, key: forecastKey(facts), forecast });
  };

  const readers: Readonly<Record<Item['kind'], (item: Item) => void>> = {
    signal: ({ index, at, leaf }) => {
      const facts = IssuedFacts.parse(leaf);
      if (facts.issuedAt !== Date.parse(at)) findings.fails('form', `leaf ${index} was not issued at ${at}`);
      if (issued.has(facts.id)) findings.fails('twice', `leaf ${index}: ${facts.id} was issued before`);
      else issued.set(facts.id, { facts, result: null });
      const { id: key, feed, seq, issuedAt, duration, modelVersion } = facts;
      requireCalibrations(index, feed, [modelVersion.split(' ').at(-1) ?? '']);
      const expiresBy = latestExpiry(issuedAt, duration);
      completeness.state({ index, key, feed, seq, issuedAt, expiresBy, isMinute: false });
      statements.push({ index, isMinute: false, issuedAt, expiresFrom: issuedAt + durationMs(duration) });
    },
    forecast: (item) => {
      const statement = minutes.state(item);
      completeness.state(statement);
      const { index, issuedAt, feed } = statement;
      requireCalibrations(index, feed, versionsOf(item));
      statements.push({ index, isMinute: true, issuedAt, expiresFrom: issuedAt + durationMs(minDuration) });
    },
    gap: ({ index, leaf }) => {
      const { feed, ...gap } = GapFacts.parse(leaf);
      completeness.gap(index, feed, gap);
      gapMinutes.set(gap.reason, (gapMinutes.get(gap.reason) ?? 0) + (gap.to - gap.from) / minuteMs);
      if (gap.reason === 'closed') counts.closedByHours += openMinutes(gap);
    },
    calibration: ({ index, leaf, leafHash: hash }) => {
      const facts = CalibrationFacts.parse(leaf);
      if (!(facts.from < facts.to && facts.to <= facts.at))
        findings.fails('calibration', `leaf ${index}: its period is not over when it was recorded`);
      if (facts.played !== undefined && facts.played < facts.at)
        findings.fails('calibration', `leaf ${index}: it was computed before it applies, but says that it was played`);
      calibrations.set(`${facts.feed} ${facts.version}+${hash.slice(0, 8)}`, facts);
    },
    succession: ({ index, leaf }) => {
      const { previous, reason } = SuccessionFacts.parse(leaf);
      if (index > 0) findings.fails('succession', `leaf ${index}: only the first leaf can follow another record`);
      const old = readCheckpoint(readNote(previous)?.text ?? '');
      if (!old) findings.fails('succession', `leaf ${index} names no checkpoint of an older record`);
      else
        findings.notes(
          `this record replaces ${old.origin}, which had ${old.size} signed leaves and is not continued: ${JSON.stringify(reason)}`,
        );
    },
    closing: ({ index, leaf }) => {
      const { contest, closedAt } = ClosingFacts.parse(leaf);
      completeness.closing(index, contest, closedAt);
    },
    outcome: (item) => {
      const { index, leaf } = item;
      if (leaf?.form !== undefined) return completeness.end(minutes.settle(item));
      const facts = OutcomeFacts.parse(leaf);
      counts.judged++;
      completeness.end({ index, key: facts.signal, endedAt: facts.expiresAt });
      end(index, { ...facts, at: facts.expiresAt, late: facts }, (own) =>
        own.result === null ? sentenceOf(outcomeContradiction(own.facts, facts)) : 'it was settled before',
      );
    },
    void: ({ index, leaf }) => {
      const facts = VoidFacts.parse(leaf);
      counts.voided++;
      completeness.end({ index, key: facts.signal, endedAt: null });
      end(index, facts, (own) => (own.result === 'void' ? 'it was void before' : null));
    },
  };

  return {
    statements: () => statements,
    days,
    compareCalibration: (aiModel, shown) => {
      const isRecorded = [...calibrations.values()].some((facts) => isSame(facts, aiModel, shown));
      if (!isRecorded) findings.fails('calibration', `the calibration shown for ${aiModel} is in no leaf`);
    },
    add: (item) => {
      if (item.index !== next) findings.fails('index', `after leaf ${next - 1} comes leaf ${item.index}`);
      next = item.index + 1;
      if (!item.leaf) {
        counts.closed++;
        completeness.closed(item.index, Date.parse(item.at));
        return;
      }
      counts.open++;
      if (hashOf(item.leaf) !== item.leafHash) findings.fails('hash', `leaf ${item.index} does not match its hash`);
      try {
        readers[item.kind](item);
      } catch (error) {
        findings.fails('form', `leaf ${item.index} is not a valid ${item.kind}: ${errorsOf(error)}`);
      }
    },
    finish: (now) => {
      if (now !== null) completeness.finish(now);
      findings.holds(`${counts.open} opened leaves were hashed; ${counts.closed} are not open yet`);
      findings.holds(
        `${counts.judged} outcomes were recomputed from their prices, ${counts.voided} are void with a reason`,
      );
      if (calibrations.size > 0)
        findings.holds(`${calibrations.size} calibrations were recorded after the period that they follow from`);
      const played = [...calibrations.values()].filter((one) => one.played !== undefined).length;
      if (played > 0)
        findings.notes(`${played} calibrations were computed at a demo's start, for minutes that it played`);
      const { stated, settled, elsewhere } = minutes.counts;
      if (stated + settled > 0)
        findings.holds(
          `${stated} minutes of shadow forecasts were checked, and the prices of ${settled} fit what was stated`,
        );
      counts.elsewhere += elsewhere;
      if (gapMinutes.size > 0)
        findings.notes(
          `minutes without forecasts: ${[...gapMinutes].map(([reason, n]) => `${n} ${reason}`).join(', ')}`,
        );
      if (counts.closedByHours > 0)
        findings.notes(
          `${counts.closedByHours} of the closed minutes were closed by the operator's hours: the forex market was open`,
        );
      if (completeness.unnumbered() > 0)
        findings.notes(
          `${completeness.unnumbered()} statements are older than their numbering: not checked for completeness`,
        );
      minutes.finish();
      if (counts.elsewhere > 0)
        findings.notes(
          `${counts.elsewhere} outcomes belong to signals or minutes of earlier days and were not recomputed`,
        );
    },
  };
}

/** Null: recorded before late entries were. */
const lateOutcomesOf = (
  { direction, symbol }: IssuedFacts,
  { late, closePrice }: Pick<OutcomeFacts, 'late' | 'closePrice'>,
): LateOutcomes | null =>
  late ? lateOutcomes(late, { direction, closePrice, digits: findPair(symbol)?.digits ?? 5 }) : null;
/** Of the lines of a minute: model, version, statements. */
const versionsOf = ({ leaf }: Item): string[] => MinuteFacts.parse(leaf).forecasts.map(({ version }) => version);

const isSame = (facts: CalibrationFacts, aiModel: AiModelKey, shown: FeedCalibration): boolean =>
  facts.model === aiModel &&
  facts.feed === shown.feed &&
  facts.from === Date.parse(shown.from) &&
  facts.to === Date.parse(shown.to) &&
  facts.decisions === shown.decisions &&
  isDeepStrictEqual(facts.factors, shown.sessions);

const errorsOf = (error: unknown): string =>
  error instanceof z.ZodError
    ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
    : String(error);

const sentences: Readonly<Record<OutcomeContradiction, string>> = {
  result: 'its prices say another result',
  entry: 'its entry lies before its issue or after the entry window',
  expiry: 'its expiry is not its entry and its duration',
  closing_tick: 'its closing tick lies outside its life, or was too old to decide',
  late_entry: 'a late entry lies outside the window of its delay, or is stated twice',
};
const sentenceOf = (contradiction: OutcomeContradiction | null): string | null =>
  contradiction && sentences[contradiction];

/** RFC 8785 of an object of strings, numbers and lists of strings: its keys sorted. */
export function hashOf(leaf: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(Object.fromEntries(Object.entries(leaf).toSorted(([a], [b]) => (a < b ? -1 : 1))));
  return Buffer.from(leafHash(sha256, text)).toString('hex');
}

/** Minutes of the gap in which the forex market was open. */
function openMinutes({ from, to }: Gap): number {
  let count = 0;
  for (let minute = from; minute < to; minute += minuteMs)
    if (isMarketOpen({ calendar: 'forex', window: null }, minute)) count++;
  return count;
}
