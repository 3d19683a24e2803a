import { stepStarts } from '#domain/statistics/model-figures.ts';
import { type Duration, durations } from '#domain/market/duration.ts';
import type { ModelCard } from '#domain/signals/model-card.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import { countStatement, type ShadowTally, getShadow } from '#domain/statistics/shadow-tally.ts';
import { createChance } from '../chance.ts';

/**
 * Stated probabilities: 50 % plus an exponential tail, with about 9 % at or above the threshold.
 */
const threshold = 55;
const tail = 2.08;
/** Win rate at or above the threshold when the stated probabilities are correct. */
const honestRate = (threshold + tail) / 100;

/**
 * A card that matches an honest model exactly: the narrowest possible, so that a false alarm is
 * most likely.
 */
export const exactCard = (margin = 0): ModelCard => ({
  trainedOn: { pairs: [], from: '2017-01-01', to: '2018-09-30' },
  keptOut: { from: '2018-10-01', to: '2018-12-31' },
  signals: durations.map((duration) => ({
    duration,
    count: 50_000,
    stated: honestRate,
    real: honestRate,
    low: honestRate - margin,
    high: honestRate + margin,
  })),
  byDay: [],
  signalMinutes: [],
  steps: stepStarts.slice(0, 7).map((from) => ({ from, count: 50_000, low: -margin, high: margin })),
});

export interface SimulatedModel {
  readonly seed: number;
  readonly days: number;
  /** Percentage points by which the stated rate exceeds the real one. */
  readonly overstated?: number;
  /** Only for these durations. */
  readonly of?: readonly Duration[];
}

/**
 * Standard deviation, percentage points, by which a whole hour is better or worse than stated: the
 * common factor.
 */
const hourSpread = 6;
/** Correlation of the durations of one minute, and of consecutive minutes. */
const sharedInMinute = 0.6;

/** A model in shadow, hour by hour; yields its tally after each. Repeatable. */
export function* simulateShadow({
  seed,
  days,
  overstated = 0,
  of = durations,
}: SimulatedModel): Generator<ShadowTally> {
  const chance = createChance(seed);
  const tally = getShadow(new Map(), 'kurs_ai_v2', 'simulated');
  for (let hour = 0; hour < 24 * days; hour++) {
    const mood = hourSpread * normal(chance);
    for (let minute = 0; minute < 60; minute++) {
      const fate = normal(chance);
      for (const duration of durations) {
        const passability = Math.round((50 + Math.min(49, -tail * Math.log(1 - chance()))) * 100) / 100;
        const truth = passability - (of.includes(duration) ? overstated : 0) + mood;
        const luck = sharedInMinute * fate + Math.sqrt(1 - sharedInMinute ** 2) * normal(chance);
        const outcome: Outcome = share(luck) < truth / 100 ? 'successful' : 'unsuccessful';
        const isSignal = passability >= threshold;
        countStatement(
          tally,
          { symbol: 'EURUSD', duration, direction: 'BUY', passability, isInTurn: true, isSignal, isIssued: false },
          outcome,
          hour,
        );
      }
    }
    yield tally;
  }
}

const normal = (chance: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());

/**
 * The normal distribution function, by a logistic approximation within 0.01 of it (S. R. Bowling et
 * al., 2009).
 */
const share = (z: number): number => 1 / (1 + Math.exp(-0.07056 * z ** 3 - 1.5976 * z));
