import { type AiModelKey, isAiModelKey } from '#domain/signals/ai-model.ts';
import { type Duration, durations } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import { featureNames } from '../features/market-features.ts';
import { type CalibrationCurve, isRising } from './calibration/calibration.ts';

/**
 * Shares of the decisions, percent, at which figures are stated; the threshold of each is frozen in
 * the file.
 */
export const coverages = [100, 50, 20, 10, 5, 1] as const;
type Coverage = (typeof coverages)[number];
export type CoverageThresholds = Readonly<Record<Coverage, number>>;

/**
 * Outcomes of forecasts of about this passability in calibration: from `from` percent up to the
 * next group's.
 */
export interface Experience {
  readonly from: number;
  readonly count: number;
  readonly won: number;
}

/** Fields that every model file has per duration, besides the model's own parameters. */
export interface DurationHead {
  readonly calibration: Readonly<Record<MarketSession, CalibrationCurve>>;
  /**
   * By coverage: the passability, in percent, at or above which that share of all decisions was.
   */
  readonly thresholds: CoverageThresholds;
  /** The same within one session. */
  readonly sessionThresholds: Readonly<Record<MarketSession, CoverageThresholds>>;
  readonly experience: Readonly<Record<MarketSession, readonly Experience[]>>;
}

export interface ModelFile<Head extends DurationHead = DurationHead> {
  readonly format: 1;
  readonly kind: 'logistic' | 'trees' | 'votes' | 'stack';
  readonly key: AiModelKey;
  readonly version: string;
  /** The features that the model reads, in its own order. */
  readonly features: readonly string[];
  readonly durations: Readonly<Record<Duration, Head>>;
}

/**
 * Parses a model file and validates the fields common to all kinds. Throws an Error that states
 * what is wrong.
 */
export function parseModelFile(text: string): ModelFile {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields common to all kinds are checked below
  const file = parseJson(text) as Partial<ModelFile> | null;
  if (file?.format !== 1) throw new Error('the file is not a model of format 1');
  if (!isAiModelKey(file.key) || typeof file.version !== 'string') throw new Error('key or version is missing');
  checkFeatures(file.features);
  for (const duration of durations) checkDuration(file.durations?.[duration], duration);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked above; the manifest's hash vouches for the rest
  return file as ModelFile;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the file is not JSON');
  }
}

function checkFeatures(names: readonly string[] | undefined): void {
  if (!Array.isArray(names)) throw new Error('feature names are missing');
  const unknown = names.find((name) => !featureNames.includes(name));
  if (unknown !== undefined) throw new Error(`the model reads "${unknown}", which the engine does not compute`);
  if (new Set(names).size < names.length) throw new Error('the model reads a feature twice');
}

/** Indices of a model's features in the engine's vectors. */
export const featureIndices = (names: readonly string[]): Int32Array =>
  Int32Array.from(names, (name) => featureNames.indexOf(name));

function checkDuration(part: DurationHead | undefined, duration: Duration): void {
  if (!part) throw new Error(`no data for ${duration} minutes`);
  const hasCurves = marketSessions.every((session) => part.calibration[session] && isRising(part.calibration[session]));
  if (!hasCurves) throw new Error(`the calibration of ${duration} minutes is not increasing`);
}
