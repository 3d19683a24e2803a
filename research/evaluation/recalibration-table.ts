import { marketSessions } from '#domain/market/market-session.ts';
import type { CalibrationRuns } from './daily-calibration.ts';
import type { Figures, SetFigures } from './figures.ts';
import { table } from './figures-table.ts';

export interface RecalibrationFigures {
  readonly name: string;
  readonly days: number;
  readonly runs: CalibrationRuns;
  /** By duration, in the same order. */
  readonly frozen: readonly Figures[];
  readonly recalibrated: readonly Figures[];
}

/** What a model stated with its frozen file, and as recalibrated each day, beside what came. */
export const recalibrationTable = (figures: RecalibrationFigures): string =>
  [
    `${figures.name}, calibrated at each rollover from the ${figures.days} days before it`,
    runsText(figures.runs),
    'Signals, %: as the file states them, and as calibrated',
    signalTable(figures),
    'All decisions',
    scoreTable(figures),
    'Factors on the log-odds after the last day (95 % interval)',
    factorTable(figures.runs),
  ].join('\n\n');

const runsText = ({ accepted, rejected, tooFewDays }: CalibrationRuns): string =>
  `Days: ${accepted} with an accepted calibration, ${rejected} on which the one before was kept, ${tooFewDays} with too few days before them (conservative factors).`;

const signalTable = ({ frozen, recalibrated }: RecalibrationFigures): string =>
  table(
    ['minutes', 'hours', ...setNames.map((name) => `file: ${name}`), ...setNames.map((name) => `calibrated: ${name}`)],
    frozen.flatMap((own, i) => {
      const other = recalibrated[i];
      const row = (hours: string, of: (figures: Figures) => SetFigures): (string | number)[] => [
        own.duration,
        hours,
        ...setCells(of(own)),
        ...(other ? setCells(of(other)) : []),
      ];
      return [
        row('all', ({ signalled }) => signalled),
        ...marketSessions.map((session) => row(session, ({ bySession }) => bySession[session].signalled)),
      ];
    }),
  );

const setNames = ['n', 'stated', 'real', 'stated − real'];

const setCells = ({ n, stated, accuracy, statedMinusReal }: SetFigures): (string | number)[] => [
  n,
  ...[stated, accuracy, statedMinusReal].map((value) => (value === null ? '–' : value.toFixed(2))),
];

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
