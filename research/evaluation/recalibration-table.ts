import type { CalibrationRuns } from './daily-calibration.ts';
import type { SignalComparison } from './compare-signals.ts';
import { foldTable, signalTable, signalTableText } from './comparison-table.ts';
import type { Figures } from './figures.ts';
import { table } from './figures-table.ts';

export interface RecalibrationFigures {
  readonly name: string;
  readonly days: number;
  readonly runs: CalibrationRuns;
  readonly signals: SignalComparison;
  /** Empty: not asked for. */
  readonly folds: readonly SignalComparison[];
  /** By duration, in the same order. */
  readonly frozen: readonly Figures[];
  readonly recalibrated: readonly Figures[];
}

/** What a model stated with its frozen file, and as recalibrated each day, beside what came. */
export const recalibrationTable = (figures: RecalibrationFigures): string =>
  [
    `${figures.name}, calibrated at each rollover from the ${figures.days} days before it`,
    runsText(figures.runs),
    signalTableText,
    signalTable(figures.signals),
    ...(figures.folds.length === 0 ? [] : [foldsText, foldTable(figures.folds)]),
    'All decisions',
    scoreTable(figures),
    'Factors on the log-odds after the last day (95 % interval)',
    factorTable(figures.runs),
  ].join('\n\n');

const foldsText = 'The same by fold: each day calibrated on the days before it, of earlier folds too';

const runsText = ({ accepted, rejected, tooFewDays }: CalibrationRuns): string =>
  `Days: ${accepted} with an accepted calibration, ${rejected} on which the one before was kept, ${tooFewDays} with too few days before them (conservative factors).`;

const scoreTable = ({ frozen, recalibrated }: RecalibrationFigures): string =>
  table(
    ['minutes', 'n', 'AUC', 'file: Brier', 'file: ECE', 'calibrated: Brier', 'calibrated: ECE'],
    frozen.map((own, i) => [own.duration, own.n, score(own.auc, 4), ...scores(own), ...scores(recalibrated[i])]),
  );

const scores = (figures: Figures | undefined): string[] => [score(figures?.brier, 5), score(figures?.ece, 4)];

const score = (value: number | undefined, digits: number): string =>
  value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits);

const factorTable = ({ factors }: CalibrationRuns): string =>
  table(
    ['session', 'minutes', 'factor', 'low', 'high'],
    factors.map(({ session, duration, factor, low, high }) => [
      session,
      duration,
      ...[factor, low, high].map((value) => value.toFixed(3)),
    ]),
  );
