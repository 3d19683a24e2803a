import { getStep, stepStarts, type StepCounts } from '#domain/statistics/flag-model.ts';
import { durations } from '#domain/market/duration.ts';
import type { ModelCard } from '#domain/signals/ai-model.ts';
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
  steps: stepStarts.slice(0, 7).map((from) => ({ from, count: 50_000, low: -margin, high: margin })),
});

export interface SimulatedModel {
  readonly seed: number;
  readonly days: number;
  /** Percentage points by which the stated rate exceeds the real one. */
  readonly overstated?: number;
}

/**
 * Standard deviation, percentage points, by which a whole hour is better or worse than stated: the
 * common factor.
 */
const hourSpread = 6;
/** Correlation of the durations of one minute, and of consecutive minutes. */
const sharedInMinute = 0.6;

/** What a model states each minute, hour by hour; yields all hours so far. Repeatable. */
export function* simulateShadow({ seed, days, overstated = 0 }: SimulatedModel): Generator<readonly StepCounts[]> {
  const chance = createChance(seed);
  const hours: StepCounts[] = [];
  for (let hour = 0; hour < 24 * days; hour++) {
    const mood = hourSpread * normal(chance);
    const steps: Record<number, [number, number, number]> = {};
    for (let minute = 0; minute < 60; minute++) {
      const fate = normal(chance);
      for (const _ of durations) {
        const passability = Math.round((50 + Math.min(49, -tail * Math.log(1 - chance()))) * 100) / 100;
        const luck = sharedInMinute * fate + Math.sqrt(1 - sharedInMinute ** 2) * normal(chance);
        const step = (steps[getStep(passability)] ??= [0, 0, 0]);
        step[share(luck) < (passability - overstated + mood) / 100 ? 0 : 1]++;
        step[2] += Math.round(passability * 100);
      }
    }
    hours.push(steps);
    yield hours;
  }
}

const normal = (chance: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());

/**
 * The normal distribution function, by a logistic approximation within 0.01 of it (S. R. Bowling et
 * al., 2009).
 */
const share = (z: number): number => 1 / (1 + Math.exp(-0.07056 * z ** 3 - 1.5976 * z));
