import { getOrCreate } from '../objects.ts';
import type { AiModelKey } from '../signals/ai-model.ts';
import { emptyCounts, getStep, stepStarts } from './model-figures.ts';
import { addSums, addToCluster, type ClusterSums, noClusters } from './cluster-sums.ts';
import { byDuration, type Duration, durations } from '../market/duration.ts';
import { type Outcome, outcomes } from '../signals/outcome.ts';
import { type DecidingPrices, judgeStatement, type ModelStatements, type Statement } from '../record/shadow-minute.ts';
import { getHour } from '../time.ts';

/** Outcomes of forecasts; `wins`: 1 for each win, 0 for each loss, clustered by hour. */
export interface CountedShadow {
  readonly counts: Record<Outcome, number>;
  readonly wins: ClusterSums;
}

/** All statements of pairs in turn whose probability is in one step. */
export interface ShadowStep {
  won: number;
  lost: number;
  /** Sum of the stated probabilities, in whole hundredths of a percent. */
  stated: number;
  /**
   * Outcome (won or not) minus the stated probability, in hundredths of a percent, clustered by
   * hour.
   */
  readonly excess: ClusterSums;
}

/** Outcomes of the statements of one version of a model. */
export interface ShadowTally {
  readonly model: AiModelKey;
  readonly version: string;
  readonly issued: CountedShadow;
  /** Statements of pairs in turn at or above the threshold. */
  readonly inTurn: CountedShadow;
  readonly winsByDuration: Readonly<Record<Duration, ClusterSums>>;
  readonly steps: readonly ShadowStep[];
  /** Statements of pairs in turn: all, and those below the threshold. */
  stated: number;
  abstained: number;
}

/** By model and version. Mutated only by `countMinute` and `addShadow`. */
export type ShadowTallies = Map<string, ShadowTally>;

const hundredths = 10_000;

const noCounts = (): CountedShadow => ({ counts: emptyCounts(), wins: noClusters() });

/** Map key of a version's tally. */
export const shadowKey = (model: AiModelKey, version: string): string => `${model} ${version}`;

export const getShadow = (tallies: ShadowTallies, model: AiModelKey, version: string): ShadowTally =>
  getOrCreate(tallies, shadowKey(model, version), () => ({
    model,
    version,
    issued: noCounts(),
    inTurn: noCounts(),
    winsByDuration: byDuration(noClusters),
    steps: stepStarts.map(() => ({ won: 0, lost: 0, stated: 0, excess: noClusters() })),
    stated: 0,
    abstained: 0,
  }));

/** Counts all statements of a minute with their deciding prices. `statedAt`: milliseconds UTC. */
export function countMinute(
  tallies: ShadowTallies,
  stated: readonly ModelStatements[],
  prices: DecidingPrices,
  statedAt: number,
): void {
  const hour = getHour(statedAt);
  for (const { model, version, statements } of stated) {
    const own = getShadow(tallies, model, countedVersion(version));
    for (const statement of statements) countStatement(own, statement, judgeStatement(statement, prices), hour);
  }
}

export function countStatement(own: ShadowTally, statement: Statement, outcome: Outcome, hour: number): void {
  if (statement.isIssued) countOutcome(own.issued, outcome, hour);
  if (!statement.isInTurn) return;
  own.stated++;
  if (!statement.isSignal) own.abstained++;
  else countOutcome(own.inTurn, outcome, hour);
  if (outcome !== 'successful' && outcome !== 'unsuccessful') return;
  const won = outcome === 'successful' ? 1 : 0;
  if (statement.isSignal) addToCluster(own.winsByDuration[statement.duration], hour, won);
  const step = own.steps[getStep(statement.passability)];
  if (!step) return;
  const stated = Math.round(statement.passability * 100);
  step.stated += stated;
  if (won === 1) step.won++;
  else step.lost++;
  addToCluster(step.excess, hour, won * hundredths - stated);
}

function countOutcome({ counts, wins }: CountedShadow, outcome: Outcome, hour: number): void {
  counts[outcome]++;
  if (outcome === 'successful') addToCluster(wins, hour, 1);
  if (outcome === 'unsuccessful') addToCluster(wins, hour, 0);
}

/** Adds all of `more` to `own`, or subtracts it for −1. */
export function addShadow(own: ShadowTally, more: ShadowTally, by: 1 | -1 = 1): void {
  addCounted(own.issued, more.issued, by);
  addCounted(own.inTurn, more.inTurn, by);
  for (const duration of durations) addSums(own.winsByDuration[duration], more.winsByDuration[duration], by);
  own.steps.forEach((step, i) => addStep(step, more.steps[i], by));
  own.stated += by * more.stated;
  own.abstained += by * more.abstained;
}

function addCounted(own: CountedShadow, more: CountedShadow, by: 1 | -1): void {
  for (const outcome of outcomes) own.counts[outcome] += by * more.counts[outcome];
  addSums(own.wins, more.wins, by);
}

function addStep(step: ShadowStep, more: ShadowStep | undefined, by: 1 | -1): void {
  if (!more) return;
  step.won += by * more.won;
  step.lost += by * more.lost;
  step.stated += by * more.stated;
  addSums(step.excess, more.excess, by);
}

/** The version of a forecast that was calibrated on a feed ends with the start of its leaf's hash. */
const ending = /\+[0-9a-f]{8}$/;

export const namesCalibration = (version: string): boolean => ending.test(version);

/** As what the calibrated statements of this version of a file are counted. */
export const calibratedVersion = (fileVersion: string): string => `${fileVersion}+calibrated`;

/** The statements of a model file are counted together, whatever it was calibrated to that day. */
const countedVersion = (version: string): string =>
  namesCalibration(version) ? calibratedVersion(version.replace(ending, '')) : version;
