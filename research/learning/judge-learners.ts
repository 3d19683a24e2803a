import { logistic } from '#engine/forecast/calibration/fit-slope.ts';
import type { Duration } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { noOutcome } from '#engine/bar/bar-outcome.ts';
import { toPassability } from '#domain/market/direction.ts';
import { calibrateForecast, minSignalPassability } from '#engine/forecast/calibration/feed-calibration.ts';
import { createDailyCalibration } from '../evaluation/daily-calibration.ts';
import { type BinnedRows, binRows } from '../training/binned-rows.ts';
import { purgedMs } from '../training/folds.ts';
import { type LogisticInputs, logisticInputs } from '../training/fit-logistic.ts';
import { byDuration } from '../training/members.ts';
import { leadingName, pairTerms, treeNames } from '../training/model-inputs.ts';
import { pairReversion } from '../training/pair-reversion.ts';
import type { TrainingRows } from '../training/training-rows.ts';
import { createEdgeTally, type EdgeFigures } from './edge-tally.ts';
import { firstBoost, fitTrees, learners, scoreTrees } from './learners.ts';

export interface LearningPlan {
  readonly duration: Duration;
  /** The first fit learns on bars before this, of `firstPairs` only (indices of pairs). */
  readonly firstUntil: number;
  readonly firstPairs: readonly number[];
  /** Days at hand before each judged time; the last `calibrationDays` of them only calibrate. */
  readonly days: number;
  /** Start of each judged time; milliseconds UTC. */
  readonly judgedFrom: readonly number[];
}

/** Days at hand that are not learnt on: what is stated on them is out of sample. */
export const calibrationDays = 30;
export const judgedDays = 30;

export interface LearnerFigures {
  readonly duration: Duration;
  readonly market: 'of the first fit' | 'left out';
  readonly learner: string;
  /** Processor time to learn and to score, mean of the judged times. */
  readonly seconds: number;
  readonly day: EdgeFigures;
  readonly all: EdgeFigures;
}

/** What each learner adds on the pairs of the first fit and on those left out of it. */
export function judgeLearners(rows: TrainingRows, plan: LearningPlan): LearnerFigures[] {
  const inputs = createInputs(rows, plan);
  const { duration } = plan;
  const outcome = rows.outcomes[duration];
  const isFirst = (row: number): boolean => plan.firstPairs.includes(rows.pair[row] as number);
  const isDecided = (row: number): boolean => outcome[row] === 1 || outcome[row] === -1;
  const firstRows = selectRows(rows, 0, plan.firstUntil - purgedMs, (row) => isFirst(row) && isDecided(row));
  const trees = fitTrees({ rows, binned: inputs.binned, duration }, firstRows, firstBoost, null);

  return (['of the first fit', 'left out'] as const).flatMap((market) => {
    const isOfMarket = (row: number): boolean => isFirst(row) === (market === 'of the first fit');
    return Object.entries(learners).map(([learner, learn]) => {
      const [day, all] = [createEdgeTally(), createEdgeTally()];
      const started = process.cpuUsage();
      for (const from of plan.judgedFrom) {
        const atHand = from - plan.days * dayMs;
        const learntUntil = from - calibrationDays * dayMs;
        const to = from + judgedDays * dayMs;
        const newRows = selectRows(rows, atHand, learntUntil - purgedMs, (row) => isOfMarket(row) && isDecided(row));
        const window = selectRows(rows, atHand, to, (row) => isOfMarket(row) && outcome[row] !== noOutcome);
        // The first fit has not seen any of these days; what learns on them has.
        const scored =
          learner === 'first fit' ? window : window.filter((row) => (rows.time[row] as number) >= learntUntil);
        const first = scoreTrees(inputs.binned, trees, window, null);
        const scores = learn({ rows, duration, firstRows, newRows, scored, first, ...inputs });
        tallyCalibrated(rows, plan, { scored, scores, from }, (row, decidedAt, pUp) => {
          const [now, later] = [outcome[row] as number, rows.laterOutcomes[duration][row] as number];
          all.add(decidedAt, pUp, now, later);
          if (getSession(rows, row) === 'day') day.add(decidedAt, pUp, now, later);
        });
      }
      const { user, system } = process.cpuUsage(started);
      const seconds = (user + system) / 1e6 / plan.judgedFrom.length;
      return { duration, market, learner, seconds, day: day.figures(), all: all.figures() };
    });
  });
}

interface Inputs {
  readonly binned: BinnedRows;
  readonly pairInputs: LogisticInputs;
  readonly volatilityInputs: LogisticInputs;
}

/** A pair left out has the reversion of the others, as a pair without training data has in the product. */
function createInputs(rows: TrainingRows, { firstUntil, firstPairs }: LearningPlan): Inputs {
  const measured = pairReversion(rows, firstUntil).pairs;
  const pairs = Object.fromEntries(
    firstPairs.map((pair) => rows.symbols[pair] as string).map((symbol) => [symbol, measured[symbol] ?? 0]),
  );
  const others = Object.values(pairs).reduce((sum, points) => sum + points, 0) / firstPairs.length;
  return {
    binned: binRows(rows, { names: treeNames, leading: leadingName, reversion: { pairs, others } }, firstUntil),
    pairInputs: logisticInputs(rows, pairTerms, firstUntil),
    volatilityInputs: logisticInputs(rows, [{ feature: 'range_level' }], firstUntil),
  };
}

/** Calibrated each day from the days before it, as the product does; reports from `from` on. */
function tallyCalibrated(
  rows: TrainingRows,
  { duration, days }: LearningPlan,
  { scored, scores, from }: { readonly scored: Int32Array; readonly scores: Float32Array; readonly from: number },
  onForecast: (row: number, decidedAt: number, pUp: number) => void,
): void {
  const calibration = createDailyCalibration(
    byDuration(() => minSignalPassability),
    days,
  );
  for (const row of scored) {
    const pUp = logistic(scores[row] as number);
    const barTime = rows.time[row] as number;
    const stated = {
      model: 'kurs_ai_v2' as const,
      modelVersion: 'study',
      symbol: rows.symbols[rows.pair[row] as number] as string,
      barTime,
      decidedAt: barTime + minuteMs,
      duration,
      pUp,
      passability: toPassability(pUp),
      signalFrom: minSignalPassability,
      signalled: toPassability(pUp) >= minSignalPassability,
      session: getSession(rows, row),
    };
    const calibrated = calibrateForecast(stated, calibration.at(stated.decidedAt));
    if (barTime >= from) onForecast(row, stated.decidedAt, calibrated.pUp);
    calibration.add(stated, rows.outcomes[duration][row] as number);
  }
}

const getSession = (rows: TrainingRows, row: number): MarketSession =>
  marketSessions[rows.session[row] as number] as MarketSession;

/** Rows of [from, to) in the order of time. */
function selectRows(rows: TrainingRows, from: number, to: number, isWanted: (row: number) => boolean): Int32Array {
  const chosen: number[] = [];
  for (let row = 0; row < rows.size; row += 1) {
    const time = rows.time[row] as number;
    if (time >= from && time < to && isWanted(row)) chosen.push(row);
  }
  return Int32Array.from(chosen);
}
