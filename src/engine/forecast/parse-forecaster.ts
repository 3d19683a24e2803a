import { type LocalForecaster, type Explanation, type Forecast, calibrateForecast } from './forecaster.ts';
import { toLogisticScorer, type LogisticFile } from './scorer/logistic-scorer.ts';
import { type ModelFile, parseModelFile, type Experience } from './model-file.ts';
import type { Scorer, Contribution } from './scorer/scorer.ts';
import { toStackScorer, type StackFile } from './scorer/stack-scorer.ts';
import { toTreeScorer, type TreeFile } from './scorer/tree-scorer.ts';
import { toVoteScorer, type VoteFile } from './scorer/vote-scorer.ts';
import { toPassability } from '#domain/market/direction.ts';
import type { Duration } from '#domain/market/duration.ts';
import { marketSessionAt, type MarketSession } from '#domain/market/market-session.ts';
import { minuteMs } from '#domain/time.ts';
import { type AppliedCalibration, calibrate } from './calibration/calibration.ts';

/**
 * Creates a forecaster from the text of a model file. `loaded`: those that a stack may name as its
 * members. Throws an Error whose message states what is wrong with the file.
 */
export function parseForecaster(text: string, loaded: readonly LocalForecaster[] = []): LocalForecaster {
  const file = parseModelFile(text);
  return createCalibratedForecaster(file, createScorer(file, loaded));
}

function createScorer(file: ModelFile, loaded: readonly LocalForecaster[]): Scorer {
  const { kind } = file;
  if (isKind<TreeFile>(file, 'trees')) return toTreeScorer(file);
  if (isKind<LogisticFile>(file, 'logistic')) return toLogisticScorer(file);
  if (isKind<VoteFile>(file, 'votes')) return toVoteScorer(file);
  if (isKind<StackFile>(file, 'stack')) return toStackScorer(file, loaded);
  throw new Error(`unknown model kind "${kind}"`);
}

/** The fields of a kind are not validated: the manifest's hash vouches for the file. */
const isKind = <File extends ModelFile>(file: ModelFile, kind: File['kind']): file is File => file.kind === kind;

/** Turns a scorer's scores into forecasts: calibrated by duration and session, and then on the feed, if it is. */
function createCalibratedForecaster(
  file: ModelFile,
  scorer: Scorer,
  feed: AppliedCalibration | null = null,
): LocalForecaster {
  const stateScore = (score: number, session: MarketSession, duration: Duration): number =>
    calibrate(file.durations[duration].calibration[session], score);

  function forecast(symbol: string, barTime: number, features: Float64Array, duration: Duration): Forecast | null {
    const decidedAt = barTime + minuteMs;
    const session = marketSessionAt(decidedAt);
    const score = scorer.score({ symbol, session, features }, duration);
    if (!Number.isFinite(score)) return null;
    const pUp = stateScore(score, session, duration);
    const passability = toPassability(pUp);
    const stated: Forecast = {
      model: file.key,
      modelVersion: file.version,
      symbol,
      barTime,
      decidedAt,
      duration,
      pUp,
      passability,
      session,
    };
    return feed ? calibrateForecast(stated, feed) : stated;
  }

  function explain(symbol: string, barTime: number, features: Float64Array, duration: Duration): Explanation {
    const stated = forecast(symbol, barTime, features, duration);
    if (!stated) return { baseRate: 50, sampleSize: 0, contributions: [] };
    const { session } = stated;
    const observation = { symbol, session, features };
    // The outcomes in the file are of forecasts as the file states them, on any feed.
    const ofFile = toPassability(stateScore(scorer.score(observation, duration), session, duration));
    const experience = experienceAt(file.durations[duration].experience[session], ofFile);
    return toExplanation(stated, experience, scorer.parts(observation, duration));
  }

  return {
    key: file.key,
    version: file.version,
    forecast,
    explain,
    onFeed: (calibration) => createCalibratedForecaster(file, scorer, calibration),
    score: scorer.score,
    stateScore,
  };
}

/**
 * Scales the parts of a raw score so that, in percentage points, they sum from 50 to the stated
 * P(up): calibration preserves the sign of the score, so every part keeps its share. Strongest
 * first.
 */
function toExplanation(forecast: Forecast, { count, won }: Experience, parts: readonly Contribution[]): Explanation {
  const score = parts.reduce((sum, { part }) => sum + part, 0);
  const points = score === 0 ? 0 : (100 * forecast.pUp - 50) / score;
  return {
    baseRate: count === 0 ? 50 : (100 * won) / count,
    sampleSize: count,
    contributions: parts
      .map(({ feature, value, part }) => ({ feature, value, effect: part * points }))
      .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect)),
  };
}

const none: Experience = { from: 50, count: 0, won: 0 };

const experienceAt = (groups: readonly Experience[], passability: number): Experience =>
  groups.findLast((group) => group.from <= passability) ?? groups[0] ?? none;
