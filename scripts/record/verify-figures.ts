import { isDeepStrictEqual } from 'node:util';
import type { ModelFigures } from '#contract/record/record.ts';
import { type EquitySource, equitySources } from '#contract/record/views.ts';
import { entryDelays } from '#domain/signals/late-entry.ts';
import type { RecordSums } from '#domain/statistics/day-sums.ts';
import { toInstant } from '#contract/wire.ts';
import type { Equity } from '#domain/statistics/equity.ts';
import { computeCountedFigures, edgeKeys, computeFigures } from '#domain/statistics/model-figures.ts';
import { computeShadowFigures } from '#domain/statistics/shadow-figures.ts';
import { RefusedAnswer } from './fetch-answer.ts';
import { rateText } from '#record/verify/feed-totals.ts';
import type { Findings } from '#record/verify/findings.ts';
import type { RecordAddress } from './record-address.ts';
import type { LeafChecks } from '#record/verify/check-leaves.ts';
import type { RecordDays } from '#record/verify/record-days.ts';

/** Any one will do. */
const comparedAt = 0.82;

/** Compares all figures that are shown for the leaves of a signed size with a recount. */
export async function verifyFigures(
  record: RecordAddress,
  size: number,
  { days, compareCalibration }: Pick<LeafChecks, 'days' | 'compareCalibration'>,
  findings: Findings,
): Promise<void> {
  for (const [feed, sums] of days.sums()) {
    printBeside(feed, modelFigures(sums[0]), findings);
    for (const delay of entryDelays) {
      const entries = delay === 0 ? '' : ` for entries ${delay} s late`;
      await compare(`the figures of the models on ${feed}${entries}`, modelFigures(sums[delay]), findings, async () => {
        const shown = await record.figures(feed, comparedAt, size, delay);
        for (const { aiModel, calibration } of shown) if (calibration) compareCalibration(aiModel, calibration);
        return shown.map(countable);
      });
    }
    const { all, practice } = sums[0].signals;
    const together = { ...computeCountedFigures(all), practice: computeCountedFigures(practice) };
    await compare(`the figures of all models together on ${feed}`, together, findings, () =>
      record.overall(feed, size),
    );
    for (const source of equitySources)
      await compare(`the equity of ${forecasts[source]} on ${feed}`, equityOn(days, feed, source), findings, () =>
        readEquity(record, feed, source, size),
      );
  }
}

/** What users received, which its operator may choose, beside what each model would have issued each minute. */
function printBeside(feed: string, figures: readonly ModelFigures[], { notes }: Findings): void {
  for (const { aiModel, shadow, ...signals } of figures) {
    if (!shadow) continue;
    const [received, issued] = [signals, shadow.issued].map((one) => rateText(one.successful, one.unsuccessful));
    notes(`${aiModel} on ${feed}: of the forecasts that users received ${received}; of those in shadow ${issued}`);
  }
}

/** As `countable` leaves them. */
export const modelFigures = ({ signals, shadow }: RecordSums, payout = comparedAt): ModelFigures[] =>
  computeFigures(signals, payout).map((figures) => ({
    ...figures,
    shadow: computeShadowFigures([shadow], figures.aiModel),
    ...withoutCard,
  }));

const forecasts: Readonly<Record<EquitySource, string>> = { signals: 'signals', shadow: 'shadow forecasts' };

/** A figure that the server does not show for this size is no success. */
async function compare(what: string, counted: unknown, findings: Findings, read: () => Promise<unknown>) {
  try {
    if (isDeepStrictEqual(await read(), counted)) findings.holds(`a recount gives ${what}`);
    else findings.fails('figures', `a recount does not give ${what}`);
  } catch (error) {
    if (!(error instanceof RefusedAnswer)) throw error;
    findings.skips(`not compared: ${what}: ${error.message}`);
  }
}

/**
 * Not in the leaves: what a model’s card promises, the comparison with it, and what is proven. A
 * calibration is compared with its leaf.
 */
const withoutCard = { flagged: false, flag: null, card: null, proven: null, calibration: null };
export const countable = (figures: ModelFigures): ModelFigures => ({ ...figures, ...withoutCard });

/** Of each model, and of all together. */
const equityOn = (days: Pick<RecordDays, 'equity'>, feed: string, source: EquitySource): object[] =>
  edgeKeys.map((key) => equityAnswer(days.equity(feed, source, key, comparedAt), comparedAt));

const readEquity = (record: RecordAddress, feed: string, source: EquitySource, size: number): Promise<object[]> =>
  Promise.all(edgeKeys.map((key) => record.equity({ feed, source, key, payout: comparedAt, size })));

/** As the server answers. */
export const equityAnswer = ({ drawdown, points, ...sums }: Equity, payout: number): object => ({
  ...sums,
  payout,
  drawdown: drawdown && { ...drawdown, from: toInstant(drawdown.from), to: toInstant(drawdown.to) },
  points: points.map((point) => ({ ...point, at: toInstant(point.at) })),
});
