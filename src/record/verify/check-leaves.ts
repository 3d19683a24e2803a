import { latestExpiry } from '#domain/signals/entry-window.ts';
import { z } from 'zod';
import { toHex } from '#record/bytes.ts';
import type { RecordItem } from '#contract/record/record.ts';
import { parseCheckpoint, parseNote } from '#record/checkpoint.ts';
import { answerExpiry, isLlmModelKey } from '#domain/signals/ai-model.ts';
import { isReplay } from '#domain/market/replay-feed.ts';
import { durationMs, minDuration } from '#domain/market/duration.ts';
import { createCompleteness, violationText } from '#record/completeness.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import type { Gap, GapReason } from '#domain/record/gaps.ts';
import { minuteMs } from '#domain/time.ts';
import { leafHash, type Sha256 } from '#record/hash.ts';
import type { RecordCrypto } from '#record/signed-note.ts';
import { createPriceBook, createSignalPrices } from './price-book.ts';
import { createQuietGaps } from './quiet-gaps.ts';
import { createStatedAnswers } from './stated-answers.ts';
import { createStatedForecasts } from './stated-forecasts.ts';
import { createCoverageCount, createRecordDays } from './record-days.ts';
import { createFeedTotals } from './feed-totals.ts';
import type { Findings, Report } from './findings.ts';
import { createMinuteChecks } from './check-minutes.ts';
import { printCounts } from './print-counts.ts';
import {
  AnswerFacts,
  CalibrationFacts,
  GapFacts,
  IssuedFacts,
  kindFromFields,
  OutcomeFacts,
  SuccessionFacts,
  VoidFacts,
} from './leaf-facts.ts';
import { createStatementList, type TimedStatement } from './statement-list.ts';
import { createIssuedSignals } from './issued-signals.ts';
import { createRecordedCalibrations } from './recorded-calibrations.ts';

export type Item = z.infer<typeof RecordItem>;

export type LeafChecks = ReturnType<typeof createLeafChecks>;

/**
 * Checks every leaf against its hash and every outcome against its signal; pass the leaves in
 * order.
 */
export function createLeafChecks(crypto: RecordCrypto, findings: Findings, from: number) {
  const { sha256, parseVkey, isSignedBy } = crypto;
  const days = createRecordDays();
  const report: Report = (index, rule, sentence) => findings.fails(rule, `leaf ${index}: ${sentence}`);
  // A part of a record lacks what the leaves before it say.
  const prices = from === 0 ? createPriceBook(report) : null;
  const gaps = from === 0 ? createQuietGaps(report) : null;
  const passedOn = from === 0 ? createStatedForecasts(report) : null;
  const answers = from === 0 ? createStatedAnswers(report) : null;
  const totals = createFeedTotals();
  /** By feed: the newest leaf of a stop, after which ticks may be lost. */
  const stops = new Map<string, number>();
  const isBeforeStop = (feed: string, index: number): boolean => (stops.get(feed) ?? -1) > index;
  const coverage = createCoverageCount();
  let since: string | null = null;
  const signalPrices = prices && createSignalPrices({ prices, gaps, isBeforeStop });
  const minutes = createMinuteChecks(findings, { from, days, coverage, prices, gaps, isBeforeStop });
  const issued = createIssuedSignals(findings, { from, days, totals, prices: signalPrices });
  const counts = { open: 0, closed: 0, closedByHours: 0, silent: 0 };
  const statements = createStatementList();
  const calibrations = createRecordedCalibrations(findings, from);
  const gapMinutes = new Map<GapReason, number>();
  const completeness = createCompleteness((violation) => {
    findings.fails(`completeness ${violation.kind}`, violationText(violation));
  }, from);
  let next = from;

  const addAnswer = ({ index, at, leaf }: Item): void => {
    const facts = AnswerFacts.parse(leaf);
    const { feed, seq, issuedAt, minute, duration } = facts;
    if (issuedAt !== Date.parse(at)) findings.fails('form', `leaf ${index} was not issued at ${at}`);
    totals.leaf(index, feed);
    if (!isReplay(feed)) answers?.answer({ index, ...facts });
    const expiresBy = answerExpiry(minute, duration);
    completeness.state({ index, key: null, feed, seq, issuedAt, expiresBy, isMinute: false });
  };

  const readers: Readonly<Record<Item['kind'], (item: Item) => void>> = {
    signal: ({ index, at, leaf }) => {
      const facts = IssuedFacts.parse(leaf);
      if (facts.issuedAt !== Date.parse(at)) findings.fails('form', `leaf ${index} was not issued at ${at}`);
      issued.issue(index, facts);
      const { id: key, feed, seq, issuedAt, duration, modelVersion } = facts;
      totals.leaf(index, feed);
      totals.statement(feed, issuedAt);
      calibrations.require(index, feed, [modelVersion.split(' ').at(-1) ?? '']);
      if (!isReplay(feed)) {
        if (isLlmModelKey(facts.model)) answers?.signal({ index, ...facts });
        else passedOn?.signal({ index, ...facts });
        gaps?.activity(feed, issuedAt, 'a signal', index);
      }
      const expiresBy = latestExpiry(issuedAt, duration);
      completeness.state({ index, key, feed, seq, issuedAt, expiresBy, isMinute: false });
      statements.push({
        index,
        isMinute: false,
        issuedAt,
        expiresFrom: issuedAt + durationMs(duration),
      });
    },
    forecast: (item) => {
      if (item.leaf?.['form'] === 'answer/1') return addAnswer(item);
      const { statement, facts } = minutes.state(item);
      completeness.state(statement);
      const { index, issuedAt, feed } = statement;
      totals.leaf(index, feed);
      calibrations.require(
        index,
        feed,
        facts.forecasts.map(({ version }) => version),
      );
      if (!isReplay(feed)) passedOn?.minute({ index, ...facts });
      statements.push({ index, isMinute: true, issuedAt, expiresFrom: issuedAt + durationMs(minDuration) });
    },
    gap: ({ index, at, leaf }) => {
      const { feed, silentFrom, silentTo, ...gap } = GapFacts.parse(leaf);
      const isSilent = silentFrom !== undefined && silentTo !== undefined;
      totals.leaf(index, feed);
      completeness.gap(index, feed, gap);
      minutes.interrupt(feed);
      coverage.gap(feed, gap);
      passedOn?.gap(feed, gap);
      if (gap.reason === 'stopped') stops.set(feed, index);
      if (!isReplay(feed)) {
        gaps?.gap(feed, gap, index, isSilent ? { from: silentFrom, to: silentTo } : null);
        if (gap.to > Date.parse(at) + minuteMs) report(index, 'gap', 'it ends after it was recorded');
      }
      gapMinutes.set(gap.reason, (gapMinutes.get(gap.reason) ?? 0) + (gap.to - gap.from) / minuteMs);
      if (isSilent) counts.silent += (gap.to - gap.from) / minuteMs;
      if (gap.reason === 'closed') counts.closedByHours += openMinutes(gap);
    },
    calibration: ({ index, leaf, leafHash: hash }) => {
      const facts = CalibrationFacts.parse(leaf);
      totals.leaf(index, facts.feed);
      calibrations.add(index, hash, facts);
      completeness.calibration(index, facts.feed, facts.at);
    },
    succession: ({ index, leaf }) => {
      const { previous, previousKey, reason } = SuccessionFacts.parse(leaf);
      if (index > 0) findings.fails('succession', `leaf ${index}: only the first leaf can follow another record`);
      const old = parseCheckpoint(parseNote(previous)?.text ?? '');
      if (!old) findings.fails('succession', `leaf ${index} names no checkpoint of an older record`);
      else if (!(parseVkey(previousKey)?.name === old.origin && isSignedBy(previous, previousKey)))
        report(index, 'succession', `${previousKey} did not sign the checkpoint of the older record`);
      else
        findings.notes(
          `this record replaces ${old.origin}, which had ${old.size} signed leaves and is not continued: ${JSON.stringify(reason)}`,
        );
    },
    outcome: (item) => {
      const { index, leaf } = item;
      if (leaf?.form !== undefined) return completeness.end(minutes.settle(item));
      const facts = OutcomeFacts.parse(leaf);
      completeness.end({ index, key: facts.signal, endedAt: facts.expiresAt });
      issued.settle(index, facts);
    },
    void: ({ index, leaf }) => {
      const facts = VoidFacts.parse(leaf);
      completeness.end({ index, key: facts.signal, endedAt: null });
      issued.void(index, facts);
    },
  };

  return {
    /** Of the opened ones, in the order of the record. */
    statements: (): Iterable<TimedStatement> => statements,
    /** Outcomes of the forecasts by market, recomputed from the leaves. */
    days,
    coverage,
    /** When the first leaf was written, as its row says; null: there is none. */
    since: (): string | null => since,
    /** Whether what a server shows of a calibration is what a leaf states. */
    compareCalibration: calibrations.compare,
    add: (item: Item): void => {
      if (item.index !== next) findings.fails('index', `after leaf ${next - 1} comes leaf ${item.index}`);
      next = item.index + 1;
      since ??= item.at;
      if (!item.leaf) {
        counts.closed++;
        if (item.kind !== 'signal' && item.kind !== 'forecast')
          findings.fails(
            'kind',
            `leaf ${item.index} is of kind ${item.kind}, which is public at once, and is not shown`,
          );
        completeness.closed(item.index, Date.parse(item.at));
        passedOn?.closed();
        answers?.closed(Date.parse(item.at));
        return;
      }
      counts.open++;
      if (computeHash(sha256, item.leaf) !== item.leafHash)
        findings.fails('hash', `leaf ${item.index} does not match its hash`);
      const kind = kindFromFields(item.leaf);
      if (kind !== item.kind) {
        const found = kind === null ? 'it has the fields of no kind' : `its fields are those of a leaf of kind ${kind}`;
        return findings.fails('kind', `leaf ${item.index} is listed as ${item.kind}, but ${found}`);
      }
      try {
        readers[item.kind](item);
      } catch (error) {
        findings.fails('form', `leaf ${item.index} is not a valid ${item.kind}: ${getErrors(error)}`);
      }
    },
    /** Prints the checks that passed. `now`: the record must be complete up to then; null: it ends earlier. */
    finish: (now: number | null): void => {
      if (now !== null) completeness.finish(now);
      passedOn?.finish();
      issued.finish();
      printCounts(
        {
          counts: { ...counts, ...issued.counts },
          minutes: minutes.counts,
          calibrations: calibrations.all(),
          gapMinutes,
          passedOn: passedOn?.counts,
          answers: answers?.counts,
        },
        findings,
      );
      totals.print(findings);
      minutes.finish();
    },
  };
}

const getErrors = (error: unknown): string =>
  error instanceof z.ZodError
    ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
    : String(error);

/** By RFC 8785, of an object of strings, numbers and lists of strings: its keys sorted. */
function computeHash(sha256: Sha256, leaf: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(Object.fromEntries(Object.entries(leaf).toSorted(([a], [b]) => (a < b ? -1 : 1))));
  return toHex(leafHash(sha256, text));
}

/** Minutes of the gap in which the forex market was open. */
function openMinutes({ from, to }: Gap): number {
  let count = 0;
  for (let minute = from; minute < to; minute += minuteMs)
    if (isMarketOpen({ calendar: 'forex', window: null }, minute)) count++;
  return count;
}
