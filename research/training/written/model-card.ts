import { type AiModelKey, aiModelName } from '#domain/signals/ai-model.ts';
import { durations } from '#domain/market/duration.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import type { ModelFile } from '#engine/forecast/model-file.ts';
import type { Figures, SetFigures } from '../../evaluation/figures.ts';
import type { SignalComparison } from '../../evaluation/compare-signals.ts';
import { foldTable as foldSignalTable, signalTableText } from '../../evaluation/comparison-table.ts';
import { figuresTable, table } from '../../evaluation/figures-table.ts';
import { type RecalibrationFigures, recalibrationTable } from '../../evaluation/recalibration-table.ts';
import { entryDelayTable } from '../entry-delay-table.ts';
import type { FoldFigures } from '../fold-figures.ts';
import { recalibratedDays } from '../recalibrate-folds.ts';

export interface CardFacts {
  readonly file: ModelFile;
  /** One paragraph on how the model works. */
  readonly method: string;
  readonly symbols: readonly string[];
  readonly rows: number;
  /** Milliseconds UTC; the end is exclusive. */
  readonly learntFrom: number;
  readonly learntTo: number;
  readonly seed: number;
  readonly folds: readonly FoldFigures[];
  readonly signalsByFold: readonly SignalComparison[];
  /** Figures on bars after the training period; null if there are none. */
  readonly keptOut: KeptOut | null;
}

interface KeptOut {
  readonly from: number;
  readonly to: number;
  readonly figures: readonly Figures[];
  /** Of the same forecasts, each entered and closed one bar later. */
  readonly later: readonly Figures[];
  /** Calibrated day by day on these bars, as the product does. */
  readonly recalibrated: RecalibrationFigures | null;
}

/** What a model is, its training data, its results on unseen data, and its limits. */
export const modelCard = (facts: CardFacts): string =>
  `${[
    `# ${aiModelName(facts.file.key)}`,
    `\`${facts.file.key}\`, version ${facts.file.version}. Written by \`npm run train\`; do not edit.`,
    '## What it says',
    'P(close > entry | no tie) for one pair and 2, 3, 5, 7 or 10 minutes: decided when a one-minute bar has closed, entered at the next price, closed at the last price of the duration.',
    facts.method,
    '## What it learnt from',
    dataText(facts),
    '## Walk-forward folds',
    'Each fold was judged by a model fitted only on what came before it (15 minutes purged). Calibration and thresholds were then fitted on these folds together, so the folds show the order of forecasts without any look ahead, and the calibration as fitted. Accuracy in %, with its 95 % interval (Wilson; neighbouring minutes overlap, so the true interval is wider).',
    foldTable(facts.folds),
    `${foldSignalsText} ${signalTableText}.`,
    foldSignalTable(facts.signalsByFold),
    '## Calibration',
    'Log-odds = slope · score + bend · score · |score|, fitted by duration and session (day 03-16, evening 20-03, rollover 16-20 New York).',
    calibrationTable(facts.file),
    '## Kept out',
    holdOutText(facts),
    '## Limits',
    limitsText(facts.file.key),
  ].join('\n\n')}\n`;

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
/** The days of [from, to), printed as an inclusive range. */
const days = (from: number, to: number): string => `${day(from)} to ${day(to - 1)}`;

const dataText = ({ symbols, rows, learntFrom, learntTo, seed, file }: CardFacts): string =>
  `One-minute mid prices of ${symbols.length} pairs (${symbols.join(', ')}), ${days(learntFrom, learntTo)}: ${rows} decisions, ${readsText(file)}, closed weekends dropped, ties left out. Seed ${seed}: the same data and seed give the same file to the byte.`;

/** A stack reads no features itself. */
const readsText = ({ features }: ModelFile): string =>
  features.length === 0 ? 'through its members' : `${features.length} features`;

/** The factors have no look-ahead; the curve that they scale has. */
const foldSignalsText = `The signals of each fold, with the factors of the ${recalibratedDays} days before each day in the same fold (the first nine days have the conservative ones).`;

function foldTable(folds: readonly FoldFigures[]): string {
  const set = (figures: SetFigures | undefined): string =>
    figures && figures.accuracy !== null
      ? `${figures.accuracy.toFixed(2)} (${figures.low?.toFixed(2)}…${figures.high?.toFixed(2)})`
      : '–';
  const at = (figures: Figures, nominal: number) => figures.coverages.find((c) => c.nominal === nominal);
  return table(
    ['minutes', 'from', 'n', 'AUC', 'all', '10 %', '5 %', 'day 5 %', 'signals', 'stated − real'],
    folds.map(({ fold, figures }) => [
      figures.duration,
      day(fold.from),
      figures.n,
      figures.auc.toFixed(4),
      set(at(figures, 100)),
      set(at(figures, 10)),
      set(at(figures, 5)),
      set(figures.bySession.day.coverages.find((c) => c.nominal === 5)),
      figures.signalled.n,
      figures.signalled.statedMinusReal?.toFixed(2) ?? '–',
    ]),
  );
}

const calibrationTable = (file: ModelFile): string =>
  table(
    ['minutes', 'session', 'slope', 'bend', 'limit', 'signal from, %'],
    durations.flatMap((duration) =>
      marketSessions.map((session) => {
        const { slope, bend, limit } = file.durations[duration].calibration[session];
        return [duration, session, slope, bend, limit, file.durations[duration].signalFrom.toFixed(2)];
      }),
    ),
  );

const holdOutText = ({ keptOut, file }: CardFacts): string =>
  keptOut === null
    ? 'The data ended with the learnt period: nothing was kept out. `npm run evaluate` judges the model on other bars.'
    : `${days(keptOut.from, keptOut.to)} took no part in fitting, choosing or calibrating; thresholds as frozen above.\n\n![Stated against real](${file.key}.calibration.svg)\n\n${figuresTable(keptOut.figures)}\n\n${delayText}\n\n${entryDelayTable(keptOut.figures, keptOut.later)}${keptOut.recalibrated ? `\n\n${recalibrationTable(keptOut.recalibrated)}` : ''}`;

const delayText =
  'The same forecasts entered at the next price, and entered and closed one bar later: accuracy, %, of the most confident (thresholds of all hours, and by day those of the day) and of the signals';

const limitsText = (key: AiModelKey): string =>
  [...commonLimits, ...(ownLimits[key] ?? [])].map((line) => `- ${line}`).join('\n');

const commonLimits = [
  'The edge is small and is short-term mean reversion; it was learnt on mid prices of one broker. A spread or another feed takes from it.',
  'Much of the most confident set lies in the thin hours around 17:00 New York, where a broker may widen its price or not quote: the product leaves them out of signals by default.',
  'A later entry loses more of it with every minute.',
  'Nothing here knows news. Markets change: the record shows how the model does now.',
];

const ownLimits: Partial<Record<AiModelKey, readonly string[]>> = {
  kurs_ai_v2: [
    'How often a pair came back is a number of 2017: pairs that were not learnt read the mean of those that were.',
  ],
  '13_squad': ['Its scores have 27 steps, so its thresholds choose more or fewer than the share they are named for.'],
  '36trade_ai_plus': [
    'It needs four other pairs at the same minute, and what it says of a pair depends on which they are.',
    'It learnt among eight pairs that close two triangles. Among 28 pairs the strengths are surer than those it learnt from: watch its record there.',
  ],
  vip: ['It speaks only where all of its members speak, and shares their limits.'],
};
