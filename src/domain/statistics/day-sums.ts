import type { AiModelKey } from '../signals/ai-model.ts';
import { stepOf } from './calibration-steps.ts';
import { addCluster, noClusters } from './cluster-sums.ts';
import {
  byTallyKey,
  type CalibrationStep,
  emptyCounts,
  emptySteps,
  type ModelTally,
  statedUnits,
  type Tally,
  type TallyKey,
} from './model-figures.ts';
import { appendToRuns, emptyRuns, type LossRuns } from './loss-runs.ts';
import type { Outcome } from '../signals/outcome.ts';
import { addShadow, shadowOf, type ShadowTallies } from './shadow-tally.ts';
import { dayMs, hourMs } from '../time.ts';

/** A forecast that people received, however many, and how it ended. `passability` in percent, `endedAt` milliseconds UTC. */
export interface EndedForecast {
  readonly model: AiModelKey;
  readonly passability: number;
  readonly result: Outcome;
  readonly endedAt: number;
}

export interface HourSums {
  won: number;
  lost: number;
  neutral: number;
  /** Of wins and losses: won or not, minus what was stated, in hundredths of a percent. */
  excess: number;
  runs: LossRuns;
  /** When the last of them ended, milliseconds UTC. */
  lastAt: number;
}

interface SignalSums {
  readonly counts: Record<Outcome, number>;
  readonly steps: CalibrationStep[];
  /** By hour since 1970. Void forecasts are in none. */
  readonly hours: Record<number, HourSums>;
}

/** What ended on one UTC day of a market, and the minutes in shadow stated on it. */
export interface DaySums {
  readonly signals: Readonly<Record<TallyKey, SignalSums>>;
  readonly shadow: ShadowTallies;
}

/** What figures are made of: sums over any number of days. */
export interface RecordSums {
  readonly signals: Tally;
  readonly shadow: ShadowTallies;
}

const hundredths = 100;

export const dayOf = (at: number): number => Math.floor(at / dayMs);
export const hourOf = (at: number): number => Math.floor(at / hourMs);
export const startOfHour = (hour: number): number => hour * hourMs;

export const emptyDay = (): DaySums => ({
  signals: byTallyKey(() => ({ counts: emptyCounts(), steps: emptySteps(), hours: {} })),
  shadow: new Map(),
});

/** Forecasts of an hour come in the order of the record. */
export function addForecast(day: DaySums, forecast: EndedForecast): void {
  for (const key of [forecast.model, 'all'] as const) {
    const own = day.signals[key];
    own.counts[forecast.result]++;
    if (forecast.result === 'void') continue;
    addToSteps(own.steps, forecast, 1);
    const hour = hourOf(forecast.endedAt);
    own.hours[hour] ??= emptyHour();
    addToHour(own.hours[hour], forecast);
  }
}

/** Takes away a forecast that counted as void, because another signal of it came to an outcome. */
export function removeVoid(day: DaySums, { model }: EndedForecast): void {
  for (const key of [model, 'all'] as const) day.signals[key].counts.void--;
}

/**
 * An outcome that was voided later: the forecast counts as void. The hour is counted anew from `others`, all that ended in
 * it and still count, of all models and in the order of the record.
 */
export function takeBack(day: DaySums, forecast: EndedForecast, others: readonly EndedForecast[]): void {
  for (const key of [forecast.model, 'all'] as const) {
    const own = day.signals[key];
    own.counts[forecast.result]--;
    own.counts.void++;
    addToSteps(own.steps, forecast, -1);
    const hour = emptyHour();
    const counted = others.filter(({ model, result }) => result !== 'void' && (key === 'all' || model === key));
    for (const other of counted) addToHour(hour, other);
    if (counted.length > 0) own.hours[hourOf(forecast.endedAt)] = hour;
    else delete own.hours[hourOf(forecast.endedAt)];
  }
}

const emptyHour = (): HourSums => ({ won: 0, lost: 0, neutral: 0, excess: 0, runs: emptyRuns(), lastAt: 0 });

function addToHour(hour: HourSums, { result, passability, endedAt }: EndedForecast): void {
  hour.lastAt = Math.max(hour.lastAt, endedAt);
  if (result !== 'successful' && result !== 'unsuccessful') {
    hour.neutral++;
    return;
  }
  const isWon = result === 'successful';
  hour.runs = appendToRuns(hour.runs, isWon);
  hour.excess += (isWon ? 100 * hundredths : 0) - Math.round(passability * hundredths);
  if (isWon) hour.won++;
  else hour.lost++;
}

function addToSteps(steps: CalibrationStep[], { result, passability }: EndedForecast, by: 1 | -1): void {
  const step = steps[stepOf(passability)];
  if (!step || (result !== 'successful' && result !== 'unsuccessful')) return;
  step.stated += by * Math.round(passability * statedUnits);
  if (result === 'successful') step.won += by;
  else step.lost += by;
}

export const tallyOf = ({ signals }: DaySums): Tally => byTallyKey((key) => modelTally(signals[key]));

function modelTally({ counts, steps, hours }: SignalSums): ModelTally {
  const [wins, excess] = [noClusters(), noClusters()];
  for (const { won, lost, excess: sum } of Object.values(hours)) {
    addCluster(wins, won + lost, won);
    addCluster(excess, won + lost, sum);
  }
  return { counts, steps, wins, excess };
}

/** `all` with what `more` has of forecasts in shadow, or for −1 without it. */
export function addShadowTallies(all: ShadowTallies, more: ShadowTallies, by: 1 | -1 = 1): void {
  for (const tally of more.values()) addShadow(shadowOf(all, tally.model, tally.version), tally, by);
}
