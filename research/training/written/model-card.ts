import { type AiModelKey, aiModelName } from '#domain/signals/ai-model.ts';
import { type Duration, durations } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import type { DurationHead, ModelFile } from '#engine/forecast/model-file.ts';
import type { SignalComparison } from '../../evaluation/recalibration-figures.ts';
import { computeFigures, type Figures, type SetFigures } from '../../evaluation/figures.ts';
import { decimals, percent, table } from '../../evaluation/figures-table.ts';
import { edgeFrom } from '#domain/signals/edge.ts';
import { usualPayout } from '#domain/signals/stake-rule.ts';
import { calibrate } from '#engine/forecast/calibration/calibration.ts';
import { createVerdicts, type Verdicts } from '../../evaluation/judge-forecasts.ts';
import { type Fold, rowsToJudge } from '../folds.ts';
import type { TrainingRows } from '../training-rows.ts';

export interface CardFacts {
  readonly file: ModelFile;
  /** One paragraph on how the model works. */
  readonly method: string;
  /** Terms that it would have read, had they varied in the data. */
  readonly leftOut: readonly string[];
  readonly symbols: readonly string[];
  readonly rows: number;
  /** Milliseconds UTC; the end is exclusive. */
  readonly learntFrom: number;
  readonly learntTo: number;
  readonly seed: number;
  readonly folds: readonly FoldFigures[];
  /** Figures on bars after the training period; null if there are none. */
  readonly keptOut: KeptOut | null;
}

interface KeptOut {
  readonly from: number;
  readonly to: number;
  readonly figures: readonly Figures[];
  /** Figures of the same forecasts, each entered and closed one bar later. */
  readonly later: readonly Figures[];
  /** The signals as the product states them: calibrated at each rollover from the days before. */
  readonly recalibrated: SignalComparison | null;
}

/** The days before a day, from which its factors are estimated. */
export const recalibratedDays = 30;

/**
 * A model, its training data, its results on unseen data, and its limits. The server parses the
 * sentence on the data and the two tables of the held-out months (`parseModelCard`).
 */
export const modelCard = (facts: CardFacts): string =>
  `${[
    `# ${aiModelName(facts.file.key)}`,
    `\`${facts.file.key}\`, version ${facts.file.version}. Written by \`npm run train\`; do not edit.`,
    'States P(close > entry | no tie) for a pair and 2, 3, 5, 7 or 10 minutes, decided when a one-minute bar closes.',
    facts.method,
    '## Data',
    dataText(facts),
    '## Walk-forward folds',
    foldsText(facts.folds),
    foldTable(facts.folds),
    '## Held out',
    ...holdOutSections(facts),
    '## Limits',
    limitsText(facts.file.key),
  ].join('\n\n')}\n`;

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
/** The days of [from, to), printed as an inclusive range. */
const days = (from: number, to: number): string => `${day(from)} to ${day(to - 1)}`;

const dataText = ({ symbols, rows, learntFrom, learntTo, seed, leftOut }: CardFacts): string =>
  `One-minute mid prices of ${symbols.length} pairs (${symbols.join(', ')}), ${days(learntFrom, learntTo)}: ${rows} decisions, closed weekends and ties left out. Seed ${seed}: the same data and seed give the same file to the byte.${leftOut.length > 0 ? ` Left out, because it never varies in these data: ${leftOut.join(', ')}.` : ''}`;

const foldsText = (folds: readonly FoldFigures[]): string =>
  `Each fold (from ${[...new Set(folds.map(({ fold }) => day(fold.from)))].join(', ')}) was judged by a model fitted on what came before it; calibration and thresholds were then fitted on all. Minimum and maximum of the folds: accuracy, %, of the most confident 5 %.`;

const foldTable = (folds: readonly FoldFigures[]): string =>
  table(
    ['minutes', 'AUC', 'top 5 %', 'top 5 % by day'],
    durations.flatMap((duration) => {
      const own = folds.flatMap(({ figures }) => (figures.duration === duration ? [figures] : []));
      if (own.length === 0) return [];
      const top = (set: Pick<Figures, 'coverages'>) => set.coverages.find(({ nominal }) => nominal === 5)?.accuracy;
      return [
        [
          duration,
          range(
            own.map(({ auc }) => auc),
            4,
          ),
          range(own.map(top), 2),
          range(
            own.map(({ bySession }) => top(bySession.day)),
            2,
          ),
        ],
      ];
    }),
  );

/** Minimum and maximum of what there is. */
function range(values: readonly (number | null | undefined)[], digits: number): string {
  const known = values.flatMap((value) => (Number.isFinite(value) ? [Number(value)] : []));
  if (known.length === 0) return '–';
  return `${Math.min(...known).toFixed(digits)}…${Math.max(...known).toFixed(digits)}`;
}

const holdOutSections = ({ keptOut, file }: CardFacts): string[] =>
  keptOut === null
    ? [
        'The data ended with the learnt period: nothing was held out. `npm run evaluate` judges the model on other bars.',
      ]
    : [
        `${days(keptOut.from, keptOut.to)} took no part in training. ${signalsText(file.key)}`,
        signalTable(keptOut),
        `The signals by day as the product states them: calibrated at each rollover on the ${recalibratedDays} days before; AUC and calibration error (ECE) of all decisions. Last, of the minutes of each part of the day the share, %, in which one of the pairs had a signal.`,
        calibratedTable(keptOut),
      ];

const signalsText = (model: AiModelKey): string =>
  `Signals, those with an edge at a payout of ${100 * usualPayout} % (stated from ${edgeFrom(model, usualPayout).toFixed(2)} %), %: day is 03-16 New York, share that of the decisions of those hours, later the win rate one bar later.`;

const signalTable = ({ figures, later }: KeptOut): string =>
  table(
    ['minutes', 'hours', 'n', 'share', 'stated', 'real (95 % interval)', 'later'],
    figures.flatMap((own) => {
      const delayed = later.find(({ duration }) => duration === own.duration);
      const byDay = own.bySession.day.signalled;
      return [
        signalRow(own, 'all', own.signalled, delayed?.signalled),
        ...(byDay.n > 0 ? [signalRow(own, 'day', byDay, delayed?.bySession.day.signalled)] : []),
      ];
    }),
  );

const signalRow = (
  own: Figures,
  hours: string,
  set: SetFigures,
  later: SetFigures | undefined,
): (string | number)[] => [
  own.duration,
  hours,
  set.n,
  set.coverage.toFixed(2),
  percent(set.stated),
  set.low === null ? '–' : `${percent(set.accuracy)} (${percent(set.low)}…${percent(set.high)})`,
  percent(later?.accuracy),
];

/** ECE: the mean distance of stated and real over all decisions, as the file states them. */
const calibratedTable = ({ figures, recalibrated }: KeptOut): string =>
  table(
    ['minutes', 'AUC', 'ECE', 'n', 'stated', 'real', 'stated − real', ...marketSessions],
    figures.map(({ duration, auc, ece }) => {
      const find = (hours: MarketSession) =>
        recalibrated?.rows.find((one) => one.duration === duration && one.hours === hours);
      const { n, stated, real, statedMinusReal, interval } = find('day')?.calibrated ?? emptySignals;
      const minutes = marketSessions.map((hours) => percent(find(hours)?.signalMinutes));
      const rates = interval
        ? [percent(real), `${percent(statedMinusReal)} (${percent(interval.low)}…${percent(interval.high)})`]
        : ['–', '–'];
      return [duration, decimals(auc, 4), decimals(ece, 4), n, percent(stated), ...rates, ...minutes];
    }),
  );

const emptySignals = { n: 0, stated: null, real: null, statedMinusReal: null, interval: null };

const limitsText = (key: AiModelKey): string =>
  [...commonLimits, ...(ownLimits[key] ?? [])].map((line) => `- ${line}`).join('\n');

const commonLimits = [
  'The edge is short-term mean reversion on mid prices of one broker; a spread or another feed takes from it.',
  'Much of the most confident set lies in the thin hours around 17:00 New York, where a broker may widen its price or not quote.',
  'It knows no news, and markets change: the record shows how the model does now.',
];

const ownLimits: Partial<Record<AiModelKey, readonly string[]>> = {
  kurs_ai_v2: [
    'How often a pair came back is a number of 2017: pairs that were not learnt read the mean of those that were.',
  ],
  '13_squad': ['Its scores have 27 steps: a threshold takes all that lies on its step.'],
  '36trade_ai_plus': [
    'It needs four other pairs at the same minute, and learnt among eight: what it says of a pair depends on which they are.',
  ],
  vip: ['It speaks only where all of its members speak, and shares their limits.'],
};

/** Out-of-sample forecasts of one model for one fold and duration, with their outcomes. */
export interface FoldFigures {
  readonly fold: Fold;
  readonly figures: Figures;
}

export function foldFigures(
  rows: TrainingRows,
  model: AiModelKey,
  duration: Duration,
  head: DurationHead,
  scores: Float32Array,
  folds: readonly Fold[],
): FoldFigures[] {
  return folds.flatMap((fold) => {
    const judged = rowsToJudge(rows, rows.outcomes[duration], fold).filter((row) => !Number.isNaN(scores[row]));
    if (judged.length === 0) return [];
    const verdicts = computeVerdicts(rows, duration, head, scores, judged);
    return [{ fold, figures: computeFigures({ model, duration, verdicts }, head, usualPayout) }];
  });
}

function computeVerdicts(
  rows: TrainingRows,
  duration: Duration,
  head: DurationHead,
  scores: Float32Array,
  judged: Int32Array,
): Verdicts {
  const verdicts = createVerdicts();
  for (const row of judged) {
    const session = rows.session[row] as number;
    const pUp = calibrate(head.calibration[marketSessions[session] as MarketSession], scores[row] as number);
    verdicts.add(pUp, rows.outcomes[duration][row] as number, session);
  }
  return verdicts;
}
