import type { ModelFigures } from '#contract/record/record.ts';
import { toInstant } from '#contract/wire.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { ModelCard } from '#domain/signals/model-card.ts';
import { computeMean, countClusters } from '#domain/statistics/cluster-sums.ts';
import { alwaysValidInterval } from '#domain/statistics/confidence-sequence.ts';
import type { RecordSums } from '#domain/statistics/day-sums.ts';
import { getDay } from '#domain/time.ts';
import { flagModel, type ModelFlag, scaledSums } from '#domain/statistics/flag-model.ts';
import { computeFigures, type ModelTally } from '#domain/statistics/model-figures.ts';
import { computeShadowFigures } from '#domain/statistics/shadow-figures.ts';
import { calibratedVersion, shadowKey } from '#domain/statistics/shadow-tally.ts';
import { minHoursForRate, minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import type { FiguresDependencies, ReadRecordSums } from './read-record-sums.ts';
import type { ReadCalibrations, ReadModelFigures, RecordedCalibration } from '../record.api.ts';
import { type Proven, sumProofs } from '../witnesses/cosignatures.repository.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { parseFactor } from '#domain/statistics/calibration-factor.ts';
import { type CalibrationLeaf, isCalibrationLeaf, parseLeaf } from '#record/leaf.ts';
import type { Database } from '#server/database/connection.ts';
import { recordLeaves } from '#server/database/schema.ts';

interface ReadModelFiguresDependencies extends FiguresDependencies {
  readonly sums: ReadRecordSums;
  readonly readCalibrations: ReadCalibrations;
  /**
   * The promised figures of each model of this machine; those without a card are compared with
   * their own statements.
   */
  readonly cards: ReadonlyMap<AiModelKey, { readonly version: string; readonly card: ModelCard | null }>;
}

/**
 * Figures from sums that are derived from the leaves of the record alone; leaves added since the
 * last call are counted first.
 */
export function createReadModelFigures(needs: ReadModelFiguresDependencies): ReadModelFigures {
  const { db, sums, countRecord, readCalibrations, cards, clock } = needs;
  /**
   * Over everything known of the current version: a moving window would lose what earlier days
   * showed.
   */
  const findFlag = ({ signals, shadow }: RecordSums, model: AiModelKey, isCalibrated: boolean) => {
    const { version, card } = cards.get(model) ?? { version: '', card: null };
    if (!card) return flagSignals(signals[model]);
    if (!isCalibrated) return flagModel(shadow.get(shadowKey(model, version)), card);
    // The win rates of the card are those of its own feed; the stated probability must hold on any.
    const calibrated = shadow.get(shadowKey(model, calibratedVersion(version)));
    return flagModel(calibrated, { ...card, signals: [] });
  };

  return async ({ feed = needs.feed, payout = needs.payout, days }) => {
    await countRecord();
    const totals = await sums.totals(feed);
    const first = days === undefined ? null : getDay(clock.now()) - days + 1;
    const { size, sums: shown } = first === null ? totals : await sums.since(feed, first);
    const calibrations = await readCalibrations(feed);
    const proven = await sumProofs(db, feed, first);
    const models = computeFigures(shown.signals, payout).map((figures) => {
      const flag = findFlag(totals.sums, figures.aiModel, calibrations.has(figures.aiModel));
      const { card = null } = cards.get(figures.aiModel) ?? {};
      return {
        ...figures,
        calibration: toCalibrationDto(feed, calibrations.get(figures.aiModel)),
        shadow: computeShadowFigures([shown.shadow], figures.aiModel),
        flagged: flag !== null,
        flag,
        card: card && toCardDto(card),
        proven: proven.get(figures.aiModel) ?? noneProven,
      };
    });
    return { size, models };
  };
}

const noneProven: Proven = { signals: 0, ofSignals: 0, minutes: 0, ofMinutes: 0 };

const toCalibrationDto = (feed: string, recorded: RecordedCalibration | undefined): ModelFigures['calibration'] =>
  recorded
    ? {
        feed,
        from: toInstant(recorded.from),
        to: toInstant(recorded.to),
        decisions: recorded.decisions,
        sessions: [...recorded.factors],
      }
    : null;

const toCardDto = ({ keptOut, byDay, signalMinutes }: ModelCard): NonNullable<ModelFigures['card']> => ({
  ...keptOut,
  byDay: byDay.map(({ stated: _stated, ...rates }) => rates),
  signalMinutes: [...signalMinutes],
});

const alpha = 0.05;
const hundredths = 10_000;

/**
 * Checks a model without a card against its own statements: flags it when the probabilities stated
 * in the forecasts that users received are significantly wrong. Null: no such evidence.
 */
function flagSignals({ excess, wins }: Pick<ModelTally, 'excess' | 'wins'>): ModelFlag | null {
  if (excess.count < minOutcomesForRate || countClusters(excess) < minHoursForRate) return null;
  const { low, high } = alwaysValidInterval(scaledSums(excess, 1 / hundredths), computeMean(wins), alpha);
  if (low <= 0 && high >= 0) return null;
  const live = { value: computeMean(excess) / hundredths, low: Math.max(-1, low), high: Math.min(1, high) };
  return { figure: 'calibration', duration: null, from: null, count: excess.count, live, card: null };
}

interface ReadCalibrationsDependencies {
  readonly db: Database;
  readonly feed: string;
  /** A calibration holds for one version of a model's file. */
  readonly versions: ReadonlyMap<AiModelKey, { readonly version: string }>;
}

/** Beyond this, the newest one of a model belongs to another version of its file. */
const maxRead = 100;

/** The record itself is the only place where a calibration is stored. */
export const createReadCalibrations =
  (needs: ReadCalibrationsDependencies): ReadCalibrations =>
  async (feed = needs.feed) => {
    const { db, versions } = needs;
    const rows = await db
      .select({ leaf: recordLeaves.leaf, leafHash: recordLeaves.leafHash })
      .from(recordLeaves)
      .where(and(eq(recordLeaves.kind, 'calibration'), sql`${recordLeaves.leaf}::jsonb ->> 'feed' = ${feed}`))
      .orderBy(desc(recordLeaves.index))
      .limit(maxRead);
    const newest = new Map<AiModelKey, RecordedCalibration>();
    for (const { leaf: text, leafHash } of rows) {
      const leaf = parseLeaf(text);
      if (!isCalibrationLeaf(leaf) || newest.has(leaf.model)) continue;
      if (leaf.version === versions.get(leaf.model)?.version) newest.set(leaf.model, toRecorded(leaf, leafHash));
    }
    return newest;
  };

const toRecorded = ({ from, to, at, decisions, factors }: CalibrationLeaf, leafHash: Buffer): RecordedCalibration => ({
  from: Date.parse(from),
  to: Date.parse(to),
  at: Date.parse(at),
  decisions,
  factors: factors.flatMap((line) => parseFactor(line) ?? []),
  leafHash: leafHash.toString('hex'),
});
