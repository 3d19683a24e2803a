import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { type Duration, durations } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import type { LocalForecaster } from '../forecaster.ts';
import type { DurationHead, ModelFile } from '../model-file.ts';
import type { Observation, Contribution, Scorer } from './scorer.ts';

interface StackPart extends DurationHead {
  /** One per member, never negative. */
  readonly weights: Readonly<Record<MarketSession, readonly number[]>>;
}

/**
 * `members`: the models whose scores are weighed, and the exact versions the stack was fitted to.
 */
export interface StackFile extends ModelFile<StackPart> {
  readonly kind: 'stack';
  readonly members: readonly { readonly key: AiModelKey; readonly version: string }[];
}

/** Weighs the scores of other models; returns NaN when one of them has no score. */
export function toStackScorer(file: StackFile, forecasters: readonly LocalForecaster[]): Scorer {
  const members = file.members.map((member) => findMember(member, forecasters));
  checkWeights(file);

  function score(observation: Observation, duration: Duration): number {
    const weights = file.durations[duration].weights[observation.session];
    let sum = 0;
    for (let i = 0; i < members.length; i += 1)
      sum += (weights[i] as number) * (members[i] as LocalForecaster).score(observation, duration);
    return sum;
  }

  /** For each member: its stated P(up) in percent, and its contribution. */
  const parts = (observation: Observation, duration: Duration): Contribution[] =>
    members.map((member, i) => {
      const own = member.score(observation, duration);
      const weight = file.durations[duration].weights[observation.session][i] as number;
      return {
        feature: member.key,
        value: 100 * member.stateScore(own, observation.session, duration),
        part: weight * own,
      };
    });

  return { score, parts };
}

function findMember({ key, version }: StackFile['members'][number], from: readonly LocalForecaster[]): LocalForecaster {
  const found = from.find((forecaster) => forecaster.key === key);
  if (!found) throw new Error(`its member ${key} is unavailable`);
  if (found.version !== version) throw new Error(`its member ${key} has another version than the one it was fitted to`);
  return found;
}

function checkWeights(file: StackFile): void {
  for (const duration of durations) {
    const { weights } = file.durations[duration];
    const isValid = marketSessions.every(
      (session) =>
        weights?.[session]?.length === file.members.length &&
        weights[session].every((w) => w >= 0 && Number.isFinite(w)),
    );
    if (!isValid) throw new Error(`the weights of ${duration} minutes are damaged`);
  }
}
