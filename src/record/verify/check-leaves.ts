import { z } from 'zod';
import type { CoverageDay, RecordFigures } from '#contract/record/record.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import { minuteMs } from '#domain/time.ts';
import { parseCheckpoint, parseNote } from '#record/signed-note.ts';
import { computeFigures } from '#record/figures.ts';
import { type GenesisLeaf, isClosedKind, type Leaf, maxClosedMs, parseLeaf, recordLimits } from '#record/leaf.ts';
import { createOutcomeChecks, type DecidingPrice } from './check-outcomes.ts';
import { createStatementChecks } from './check-statements.ts';
import { createCoverage, reportCoverage } from './coverage.ts';
import type { Findings } from './findings.ts';
import type { WitnessedTimes } from './witnessed-times.ts';

export interface LeafCheckOptions {
  /** Milliseconds UTC: the clock of the reader when the checkpoint was read. */
  readonly now: number;
  /** Begins in the middle: the first leaf that will come, and the genesis of the record. */
  readonly part?: { readonly from: number; readonly genesis: GenesisLeaf };
  /** Of the checkpoint. */
  readonly origin: string;
  /** Rule 13. */
  readonly witnessed?: WitnessedTimes;
  readonly onPrice?: (price: DecidingPrice) => void;
  readonly onLeaf?: (index: number, leaf: Leaf) => void;
  readonly onSignal?: (index: number) => void;
}

export type LeafChecks = ReturnType<typeof createLeafChecks>;

/**
 * Rules 4 to 12 and 16 over the leaves of a record in their order. What it holds in memory are the
 * statements that wait for their outcome, the prices of the last half hour, and sums by hour and day.
 */
export function createLeafChecks(options: LeafCheckOptions, findings: Findings) {
  const { now, part, witnessed } = options;
  const { fails } = findings;
  let next = part?.from ?? 0;
  let stages: Stages | null = part ? startStages(part.genesis, options, findings, isClosed) : null;
  /** Leaves that show only their hash, and those of them after which no time has been read. */
  const closed = new Set<number>();
  let undated: number[] = [];
  /** The largest `at` so far and its leaf; null: none, a part has just begun. */
  let front: { at: number; index: number } | null = null;
  const counts = { opened: 0 };

  function isClosed(index: number): boolean {
    return closed.has(index);
  }

  /**
   * Applies to the earlier leaves what the time of this one implies (rules 3, 5 and 10). False:
   * that time is in the future.
   */
  const advance = (index: number, at: number): boolean => {
    if (at > now + recordLimits.clockToleranceMs) {
      fails(5, index, `its time, ${iso(at)}, is later than now`);
      return false;
    }
    if (front && at < front.at)
      fails(5, index, `it is of ${iso(at)}, and leaf ${front.index} before it of ${iso(front.at)}`);
    if (!front || at > front.at) front = { at, index };
    if (at + maxClosedMs + minuteMs < now) for (const one of undated) reportClosed(one);
    undated = [];
    stages?.outcomes.advance(front.at);
    stages?.statements.forget(front.at);
    witnessed?.advance(front.at);
    return true;
  };
  const reportClosed = (index: number): void => fails(3, index, 'it should be open by now and shows only its hash');

  const check = (index: number, leaf: Leaf): void => {
    if (leaf.kind === 'genesis') {
      if (index !== 0) return fails(4, index, 'the genesis is the first leaf, and there is one');
      stages = startStages(leaf, options, findings, isClosed);
      if (leaf.origin !== options.origin)
        fails(2, 0, `its origin is ${leaf.origin}, and that of the checkpoint ${options.origin}`);
      notePrevious(leaf, findings);
    } else if (index === 0) fails(4, index, 'the first leaf is not a genesis');
    if (leaf.kind !== 'outcome' && !advance(index, Date.parse(leaf.at))) return;
    if (!stages) return;
    const { statements, outcomes } = stages;
    if (isClosedKind(leaf)) witnessed?.statement(index, Date.parse(leaf.at));
    if (leaf.kind === 'version') statements.version(index, leaf);
    else if (leaf.kind === 'minute') {
      const minute = statements.minute(index, leaf);
      if (minute) outcomes.minute(minute);
    } else if (leaf.kind === 'answer') statements.answer(index, leaf);
    else if (leaf.kind === 'signal') {
      statements.signal(index, leaf);
      outcomes.signal(index, leaf);
      options.onSignal?.(index);
    } else if (leaf.kind === 'outcome') outcomes.outcome(index, leaf);
    else if (leaf.kind === 'void') outcomes.void(index, leaf);
  };

  return {
    /** The next leaf: its text, whose hash the caller has compared; null: it shows only its hash. */
    add: (text: string | null): void => {
      const index = next++;
      if (text === null) {
        closed.add(index);
        undated.push(index);
        return;
      }
      counts.opened++;
      let leaf: Leaf;
      try {
        leaf = parseLeaf(text);
      } catch (error) {
        return fails(4, index, `it has another form: ${formErrors(error)}`);
      }
      check(index, leaf);
      options.onLeaf?.(index, leaf);
    },
    /** A witness saw the record with the leaves so far: none of them is of a later time. Milliseconds UTC. */
    seen: (at: number): void => {
      if (at + maxClosedMs + minuteMs < now) for (const one of undated) reportClosed(one);
      undated = [];
      const known = stages?.outcomes.known() ?? null;
      for (const one of [front, known])
        if (one && one.at > at + recordLimits.clockToleranceMs)
          fails(5, one.index, `it is of ${iso(one.at)}, and a witness saw it at ${iso(at)}`);
    },
    /** The recount of the leaves so far; null: no genesis. */
    figures: (days: RecordFigures['days']): RecordFigures | null =>
      stages &&
      computeFigures(stages.outcomes.hours(), {
        size: next,
        days,
        newestAt: front?.at ?? 0,
        models: stages.genesis.models,
        payout: stages.genesis.payout,
      }),
    coverage: (): CoverageDay[] => stages?.coverage.list({ now, closed: closed.size }) ?? [],
    /** After the last leaf. `maxUncovered`: percent; null: only printed. */
    finish: (maxUncovered: number | null): void => {
      stages?.outcomes.advance(now);
      findings.holds(`${counts.opened} open leaves were read, ${closed.size} are not open yet`);
      if (!stages) return;
      const { statements, outcomes, coverage, genesis } = stages;
      const { minutes, signals, decided, noPrice, elsewhere } = outcomes.counts;
      findings.holds(`${minutes} minutes and ${signals} signals have the outcome that follows from their prices`);
      findings.holds(`${statements.counts.passedOn} signals pass on what was stated before them`);
      findings.notes(`${decided} forecasts were decided, ${noPrice} of them void for want of a price`);
      if (statements.counts.onlyRecomputed > 0)
        findings.notes(
          `${statements.counts.onlyRecomputed} signals are practice that only --recompute shows; in no figure`,
        );
      if (statements.counts.early > 0)
        findings.notes(`${statements.counts.early} signals are open before what they pass on, or before this part`);
      if (elsewhere > 0) findings.notes(`${elsewhere} outcomes are of leaves before this part, or not open`);
      reportCoverage(
        coverage.list({ now, closed: closed.size }),
        { pairs: genesis.pairs.length, maxUncovered },
        findings,
      );
    },
    isClosed,
  };
}

interface Stages {
  readonly genesis: GenesisLeaf;
  readonly statements: ReturnType<typeof createStatementChecks>;
  readonly outcomes: ReturnType<typeof createOutcomeChecks>;
  readonly coverage: ReturnType<typeof createCoverage>;
}

function startStages(
  genesis: GenesisLeaf,
  { part, onPrice }: LeafCheckOptions,
  findings: Findings,
  isClosed: (index: number) => boolean,
): Stages {
  const from = part?.from ?? 0;
  const coverage = createCoverage(genesis.calendar, part ? null : Date.parse(genesis.at));
  const onVoided: Parameters<typeof createOutcomeChecks>[1]['onVoided'] = ({ leaf, of, cause, result }) =>
    findings.notes(
      `leaf ${leaf}: the operator voids the signal of leaf ${of} (${cause}), which came to ${result}`,
      'voids',
    );
  return {
    genesis,
    coverage,
    statements: createStatementChecks({ genesis, from, isClosed }, findings.fails),
    outcomes: createOutcomeChecks(
      { genesis, from, isClosed, coverage },
      { onVoided, ...(onPrice && { onPrice }) },
      findings.fails,
    ),
  };
}

function notePrevious({ previous, feed, pairs, models }: GenesisLeaf, findings: Findings): void {
  findings.notes(
    `the record is of the feed ${feed.kind} (${feed.source}), ${pairs.length} pairs, models ${models.join(', ')}`,
  );
  if (!previous) return;
  const old = parseCheckpoint(parseNote(previous.note)?.text ?? '');
  if (old) findings.notes(`it follows ${old.origin}, which ended after ${old.size} leaves: ${previous.reason}`);
  else findings.fails(4, 0, 'the record before it is named by no checkpoint');
}

const formErrors = (error: unknown): string =>
  error instanceof z.ZodError
    ? error.issues
        .slice(0, 3)
        .map(({ path, message }) => `${path.join('.')}: ${message}`)
        .join('; ')
    : getErrorMessage(error);

const iso = (at: number): string => new Date(at).toISOString();
