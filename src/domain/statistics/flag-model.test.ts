import { describe, expect, it } from 'vitest';
import { durations } from '#domain/market/duration.ts';
import type { ModelCard } from '#domain/signals/ai-model.ts';
import { createChance } from '#tests/support/chance.ts';
import { flagModel, getStep, type ModelFlag, type StepCounts, stepStarts } from './flag-model.ts';

/** Honest models, each checked every hour; SHADOW_RUNS and SHADOW_DAYS make larger runs. */
const runs = Number(process.env.SHADOW_RUNS ?? 100);
const honestDays = Number(process.env.SHADOW_DAYS ?? 20);

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
const exactCard = (margin = 0): ModelCard => ({
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

interface SimulatedModel {
  readonly seed: number;
  readonly days: number;
  /** Percentage points by which the stated rate exceeds the real one. */
  readonly overstated?: number;
}

/** Standard deviation, percentage points, by which a whole hour is better or worse than stated: outcomes are correlated. */
const hourSpread = 8;

/** What a model states each minute, hour by hour; yields all hours so far. Repeatable. */
function* simulateShadow({ seed, days, overstated = 0 }: SimulatedModel): Generator<readonly StepCounts[]> {
  const chance = createChance(seed);
  const hours: StepCounts[] = [];
  for (let hour = 0; hour < 24 * days; hour++) {
    const mood = hourSpread * normal(chance);
    const steps: Record<number, [number, number, number]> = {};
    for (let minute = 0; minute < 60; minute++) {
      for (const _ of durations) {
        const passability = Math.round((50 + Math.min(49, -tail * Math.log(1 - chance()))) * 100) / 100;
        const step = (steps[getStep(passability)] ??= [0, 0, 0]);
        step[chance() < (passability - overstated + mood) / 100 ? 0 : 1]++;
        step[2] += Math.round(passability * 100);
      }
    }
    hours.push(steps);
    yield hours;
  }
}

const normal = (chance: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());

/** The hour of the first check that flags, with the flag; null: none on any day. */
function firstFlag(model: SimulatedModel, margin = 0): { hour: number; flag: ModelFlag } | null {
  let hour = 0;
  for (const hours of simulateShadow(model)) {
    hour++;
    const flag = flagModel(hours, exactCard(margin));
    if (flag) return { hour, flag };
  }
  return null;
}

describe('a model compared with its card every hour', () => {
  it('is rarely flagged while honest, despite correlated outcomes and a card without margin', () => {
    const flags = Array.from({ length: runs }, (_, seed) => firstFlag({ seed: seed + 1, days: honestDays }));
    const alarms = flags.filter((one) => one !== null).length;
    if (process.env.SHADOW_RUNS) console.log(`${alarms} of ${runs} honest models flagged in ${honestDays} days`);
    expect(alarms).toBeLessThanOrEqual(Math.max(1, 0.05 * runs));
  });

  it('is flagged within days when it overstates by five points, with the figure and both intervals', () => {
    for (const seed of [1, 2, 3]) {
      const found = firstFlag({ seed, days: 20, overstated: 5 }, 0.004);
      expect(found?.hour).toBeLessThan(24 * 10);
      const { live, card, count } = found?.flag ?? {};
      expect(live?.high).toBeLessThan(card?.low ?? Number.NaN);
      expect(live?.value).toBeGreaterThan(live?.low ?? Number.NaN);
      expect(count).toBeGreaterThanOrEqual(100);
    }
  });

  it('is flagged when it understates as well', () => {
    const { live, card } = firstFlag({ seed: 1, days: 20, overstated: -5 })?.flag ?? {};
    expect(live?.low).toBeGreaterThan(card?.high ?? Number.NaN);
  });

  it('is never flagged below 100 outcomes or on its first day', () => {
    let hour = 0;
    for (const hours of simulateShadow({ seed: 4, days: 1, overstated: 40 })) {
      const flag = flagModel(hours, exactCard());
      if (++hour < 24) expect(flag).toBeNull();
      else expect(flag?.count).toBeGreaterThanOrEqual(100);
    }
  });
});
