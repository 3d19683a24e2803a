import { type AiModelKey, aiModelName } from '#domain/signals/ai-model.ts';
import type { BarTable } from '#engine/bar/bar-table.ts';
import { computeFigures, type Figures } from './figures.ts';
import { forecastMarket, type JudgedRange } from './forecast-market.ts';
import type { ReadModel } from './read-models.ts';
import { type Duration, durations } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import { hasEdge } from '#domain/signals/edge.ts';
import { type Forecast, calibrateForecast } from '#engine/forecast/forecaster.ts';
import { noOutcome, outcomeAt } from '#engine/bar/bar-outcome.ts';
import { type CalibrationRuns, createDailyCalibration } from './daily-calibration.ts';
import { createVerdicts, type Judgement, type Verdicts } from './judge-forecasts.ts';
import { createEdgesByPayout, type EdgesAtPayout } from './edges-by-payout.ts';
import { createSignalTally, type SignalFigures } from './signal-tally.ts';
import { decimals, percent, table } from './figures-table.ts';

/** One model: what it states with its frozen file, and as recalibrated each day. */
interface RecalibrationFigures {
  readonly model: AiModelKey;
  readonly days: number;
  readonly runs: CalibrationRuns;
  readonly signals: SignalComparison;
  /** As recalibrated. */
  readonly edges: readonly EdgesAtPayout[];
  /** By duration, in the same order. */
  readonly frozen: readonly Figures[];
  readonly recalibrated: readonly Figures[];
}

/**
 * Walks forward: for each day the factors come from the `days` before it in the range, so that
 * nothing is learnt from bars that the models were trained on.
 */
export function recalibrationFigures(
  models: readonly ReadModel[],
  tables: readonly BarTable[],
  range: JudgedRange,
  days: number,
  payout: number,
): readonly RecalibrationFigures[] {
  const seen = tables.filter(({ time }) => time.some((start) => start >= range.from && start < range.to));
  const judges = models.map((model) => createJudge(model, range, days, payout));
  const forecasters = models.map(({ forecaster }) => forecaster);
  forecastMarket(forecasters, seen, range, (column, stated, { table: bars, i }) => {
    const judge = judges[Math.floor(column / durations.length)];
    judge?.add(stated, outcomeAt(bars, i, stated.duration), outcomeAt(bars, i, stated.duration, 1));
  });
  return judges.map(({ result }) => result());
}

function createJudge({ forecaster, file }: ReadModel, range: JudgedRange, days: number, payout: number) {
  const emptyJudgements = () =>
    durations.map((duration) => ({ model: forecaster.key, duration, verdicts: createVerdicts() }));
  const [frozen, recalibrated] = [emptyJudgements(), emptyJudgements()];
  const calibration = createDailyCalibration(file.key, days);
  const signals = createSignalComparison(range, payout);
  const edges = createEdgesByPayout([file.key]);
  const toFigures = (judgements: readonly Judgement[]): Figures[] =>
    judgements.map((judgement) => computeFigures(judgement, file.durations[judgement.duration], payout));

  return {
    add(stated: Forecast, outcome: number, later: number): void {
      const calibrated = calibrateForecast(stated, calibration.at(stated.decidedAt));
      edges.add(calibrated, outcome, later);
      if (outcome === noOutcome) return;
      const row = durations.indexOf(stated.duration);
      addVerdict(frozen[row]?.verdicts, stated, outcome);
      addVerdict(recalibrated[row]?.verdicts, calibrated, outcome);
      signals.add(stated, calibrated, outcome, later);
      calibration.add(stated, outcome);
    },
    result: (): RecalibrationFigures => ({
      model: file.key,
      days,
      runs: calibration.runs(),
      signals: signals.result(),
      edges: edges.figures(),
      frozen: toFigures(frozen),
      recalibrated: toFigures(recalibrated),
    }),
  };
}

const addVerdict = (verdicts: Verdicts | undefined, forecast: Forecast, outcome: number): void =>
  verdicts?.add(forecast.pUp, outcome, marketSessions.indexOf(forecast.session));

type Hours = 'all' | MarketSession;

/** The signals of one duration in these hours. */
interface ComparedSignals {
  readonly duration: Duration;
  readonly hours: Hours;
  /** As the model file states them. */
  readonly file: SignalFigures;
  readonly calibrated: SignalFigures;
  /** Share of the minutes in which one of the pairs had a signal as calibrated, percent. */
  readonly signalMinutes: number;
}

export interface SignalComparison {
  readonly rows: readonly ComparedSignals[];
}

/** Sums up the signals that a model gives in a range with its frozen file, and as calibrated. */
function createSignalComparison({ from, to }: JudgedRange, payout: number) {
  const isSignal = ({ model, passability }: Forecast): boolean => hasEdge({ model, probability: passability, payout });
  const rows = durations.flatMap((duration) =>
    (['all', ...marketSessions] as const).map((hours) => ({
      duration,
      hours,
      file: createSignalTally(),
      calibrated: createSignalTally(),
      minutes: createMinuteCount(),
      signalMinutes: createMinuteCount(),
    })),
  );
  const toRows = ({ duration, session }: Forecast) =>
    rows.filter((row) => row.duration === duration && (row.hours === 'all' || row.hours === session));

  return {
    /** One decision, stated in both ways; in order of time. `later`: entered and closed one bar later. */
    add(stated: Forecast, calibrated: Forecast, outcome: number, later: number): void {
      if (stated.barTime < from || stated.barTime >= to) return;
      for (const row of toRows(stated)) {
        row.minutes.add(stated.barTime);
        if (isSignal(stated)) row.file.add(stated, outcome, later);
        if (!isSignal(calibrated)) continue;
        row.signalMinutes.add(stated.barTime);
        row.calibrated.add(calibrated, outcome, later);
      }
    },
    result: (): SignalComparison => ({
      rows: rows.map(({ minutes, signalMinutes, ...row }) => ({
        ...row,
        file: row.file.figures(),
        calibrated: row.calibrated.figures(),
        signalMinutes: (100 * signalMinutes.count()) / minutes.count(),
      })),
    }),
  };
}

/** Counts different minutes, which are added in order of time. */
function createMinuteCount() {
  let [count, newest] = [0, Number.NaN];
  return {
    add: (minute: number): void => {
      if (minute === newest) return;
      newest = minute;
      count += 1;
    },
    count: () => count,
  };
}

/** The statements of a frozen file and of its daily recalibration, beside the outcomes. */
export const recalibrationTable = (figures: RecalibrationFigures): string =>
  [
    `${aiModelName(figures.model)} (${figures.model}), calibrated at each rollover from the ${figures.days} days before it`,
    runsText(figures.runs),
    signalTableText,
    signalTable(figures.signals),
    'All decisions',
    scoreTable(figures),
  ].join('\n\n');

const runsText = ({ accepted, rejected, tooFewDays }: CalibrationRuns): string =>
  `Days: ${accepted} with an accepted calibration, ${rejected} on which the one before was kept, ${tooFewDays} with too few days before them (conservative factors).`;

const scoreTable = ({ frozen, recalibrated }: RecalibrationFigures): string =>
  table(
    ['minutes', 'n', 'AUC', 'file: Brier', 'file: ECE', 'calibrated: Brier', 'calibrated: ECE'],
    frozen.map((own, i) => [own.duration, own.n, decimals(own.auc, 4), ...scores(own), ...scores(recalibrated[i])]),
  );

const scores = (figures: Figures | undefined): string[] => [decimals(figures?.brier, 5), decimals(figures?.ece, 4)];

/** The meaning of the columns. */
const signalTableText =
  'Signals, %: five figures as the file states them, and the same as calibrated. In brackets the 95 % interval of stated − real, from the spread between hours, because signals of an hour share their prices: where it contains 0, the difference may be chance. No rate of fewer than 100 signals or 20 hours. Later: the same signals entered and closed one bar later';

/** Over all hours and by market session. */
const signalTable = ({ rows }: SignalComparison): string =>
  table(
    ['minutes', 'hours', ...columns],
    rows.map((row) => [row.duration, row.hours, ...cells(row)]),
  );

/** Narrow enough for the window of a desktop, where the cards are read as plain text. */
const columns = ['file', 'calibrated'].flatMap((name) => [`${name}: n`, 'stated', 'real', 'stated − real', 'later']);

const cells = ({ file, calibrated }: ComparedSignals): (string | number)[] => [file, calibrated].flatMap(toCells);

const toCells = ({ n, stated, real, statedMinusReal, interval, realLater }: SignalFigures): (string | number)[] =>
  interval
    ? [
        n,
        percent(stated),
        percent(real),
        `${percent(statedMinusReal)} (${percent(interval.low)}…${percent(interval.high)})`,
        percent(realLater),
      ]
    : [n, percent(stated), '–', '–', '–'];
