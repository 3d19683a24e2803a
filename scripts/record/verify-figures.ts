import { isDeepStrictEqual } from 'node:util';
import type { ModelFigures } from '#contract/record/record.ts';
import { equitySources, type RecordSummary } from '#contract/record/views.ts';
import { toInstant } from '#contract/wire.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { emptySums, type RecordSums } from '#domain/statistics/day-sums.ts';
import type { Equity } from '#domain/statistics/equity.ts';
import { computeCountedFigures, computeFigures } from '#domain/statistics/model-figures.ts';
import { computeShadowFigures } from '#domain/statistics/shadow-figures.ts';
import type { LeafChecks } from '#record/verify/check-leaves.ts';
import { rateText } from '#record/verify/feed-totals.ts';
import type { Findings } from '#record/verify/findings.ts';
import { RefusedAnswer } from './fetch-answer.ts';
import type { RecordAddress } from './record-address.ts';

/** A figure as shown, the leaves that it states to be of, and what these come to. */
interface Shown {
  readonly what: string;
  readonly size: number;
  readonly shown: unknown;
  readonly recount: () => unknown;
}

/** Figures to be compared while the leaves are read. */
export interface ShownFigures {
  /** This many leaves have been added to the checks. */
  readTo(size: number): void;
  /** Prints what was compared, and what was not. */
  finish(): void;
}

/**
 * Asks for every figure as the product's own pages do, before the leaves are read: a server may show
 * other figures to a verifier. Each must equal a recount of as many leaves as it states. A figure
 * that the server does not show is no success.
 */
export async function readFigures(
  record: RecordAddress,
  { feed: { id: feed }, payout }: RecordSummary,
  { days, compareCalibration }: Pick<LeafChecks, 'days' | 'compareCalibration'>,
  findings: Findings,
): Promise<ShownFigures> {
  const pending = new Set<Shown>();
  let right = 0;
  const calibrated: (() => void)[] = [];
  const add = async (what: string, read: () => Promise<{ size: number }>, recount: () => object): Promise<void> => {
    try {
      const { size, ...shown } = await read();
      pending.add({ what, size, shown, recount });
    } catch (error) {
      if (!(error instanceof RefusedAnswer)) throw error;
      findings.skips(`not compared: ${what}: ${error.message}`);
    }
  };
  const sums = (): RecordSums => days.sums().get(feed) ?? emptySums();
  await add(
    'the figures of the models',
    async () => {
      const { size, models } = await record.models();
      for (const { aiModel, calibration } of models)
        if (calibration) calibrated.push(() => compareCalibration(aiModel, calibration));
      return { size, models: models.map(countable) };
    },
    () => ({ models: modelFigures(sums(), payout) }),
  );
  await add(
    'the figures of all models together',
    () => record.overall(),
    () => {
      const { all, practice } = sums().signals;
      return { ...computeCountedFigures(all), practice: computeCountedFigures(practice) };
    },
  );
  for (const source of equitySources)
    for (const key of ['all', ...aiModelKeys] as const)
      await add(
        `the equity of ${source}, ${key}`,
        () => record.equity(source, key),
        () => equityAnswer(days.equity(feed, source, key, payout), payout),
      );

  return {
    readTo: (size) => {
      for (const one of pending) {
        if (one.size !== size) continue;
        pending.delete(one);
        if (isDeepStrictEqual(one.shown, one.recount())) right++;
        else findings.fails(toKind(one.what), `the pages show other figures than a recount gives: ${one.what}`);
      }
    },
    finish: () => {
      for (const compare of calibrated) compare();
      for (const { what, size } of pending)
        findings.fails(
          toKind(what),
          `the pages show figures of ${size} leaves, which the record does not have: ${what}`,
        );
      if (right > 0) findings.holds(`${right} figures that the pages show were recounted`);
      printBeside(feed, modelFigures(sums(), payout), findings);
    },
  };
}

/** Under which failures are counted: of several keys of one curve only the first few are printed. */
const toKind = (what: string): string => what.split(',')[0] ?? what;

/** What users received, which its operator may choose, beside what each model would have issued each minute. */
function printBeside(feed: string, figures: readonly ModelFigures[], { notes }: Findings): void {
  for (const { aiModel, shadow, ...signals } of figures) {
    if (!shadow) continue;
    const [received, issued] = [signals, shadow.issued].map((one) => rateText(one.successful, one.unsuccessful));
    notes(`${aiModel} on ${feed}: of the forecasts that users received ${received}; of those in shadow ${issued}`);
  }
}

/** As `countable` leaves them. */
const modelFigures = ({ signals, shadow }: RecordSums, payout: number): ModelFigures[] =>
  computeFigures(signals, payout).map((figures) => ({
    ...figures,
    shadow: computeShadowFigures([shadow], figures.aiModel),
    ...withoutCard,
  }));

/**
 * Not in the leaves: what a model’s card promises, the comparison with it, and what is proven. A
 * calibration is compared with its leaf.
 */
const withoutCard = {
  flagged: false,
  flag: null,
  card: null,
  proven: { signals: 0, ofSignals: 0, minutes: 0, ofMinutes: 0 },
  calibration: null,
};
const countable = (figures: ModelFigures): ModelFigures => ({ ...figures, ...withoutCard });

/** As the server answers, without the size. */
export const equityAnswer = ({ drawdown, points, ...sums }: Equity, payout: number): object => ({
  ...sums,
  payout,
  drawdown: drawdown && { ...drawdown, from: toInstant(drawdown.from), to: toInstant(drawdown.to) },
  points: points.map((point) => ({ ...point, at: toInstant(point.at) })),
});
