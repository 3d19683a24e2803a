import type { AiModelKey } from '../signals/ai-model.ts';
import { addCluster, noClusters } from './cluster-sums.ts';
import { addOutcome, type EquityHour, emptyHour } from './equity-hours.ts';
import {
  addTally,
  byTallyKey,
  type CalibrationStep,
  createTally,
  emptyCounts,
  emptySteps,
  getStep,
  type ModelTally,
  statedUnits,
  type Tally,
  type TallyKey,
} from './model-figures.ts';
import type { Outcome } from '../signals/outcome.ts';
import { addShadow, getShadow, type ShadowTallies } from './shadow-tally.ts';
import { getHour } from '../time.ts';

/**
 * A forecast received by one or more users, and how it ended. `passability` in percent, `endedAt`
 * in milliseconds UTC.
 */
export interface EndedForecast {
  readonly model: AiModelKey;
  readonly passability: number;
  /** False: practice. */
  readonly hasEdge: boolean;
  readonly result: Outcome;
  readonly endedAt: number;
}

/** In the hour in which they ended. */
interface HourSums extends EquityHour {
  /**
   * Sum over wins and losses of the actual minus the stated probability, in hundredths of a
   * percent.
   */
  excess: number;
}

interface SignalSums {
  readonly counts: Record<Outcome, number>;
  readonly steps: CalibrationStep[];
  /** Keyed by hours since 1970. Excludes void forecasts. */
  readonly hours: Record<number, HourSums>;
}

/** Sums of the forecasts that ended on one UTC day of a market, and of the shadow minutes stated on it. */
export interface DaySums {
  readonly signals: Readonly<Record<TallyKey, SignalSums>>;
  readonly shadow: ShadowTallies;
}

/** Sums over any number of days, from which figures are computed. */
export interface RecordSums {
  readonly signals: Tally;
  readonly shadow: ShadowTallies;
}

const hundredths = 100;

export const emptyDay = (): DaySums => ({
  signals: byTallyKey(() => ({ counts: emptyCounts(), steps: emptySteps(), hours: {} })),
  shadow: new Map(),
});

/** The tallies in which a forecast is counted. */
const getTallyKeys = ({ model, hasEdge }: EndedForecast): readonly TallyKey[] =>
  hasEdge ? [model, 'all'] : ['practice'];

/** Forecasts of an hour must be added in record order. */
export function addForecast(day: DaySums, forecast: EndedForecast): void {
  for (const key of getTallyKeys(forecast)) {
    const own = day.signals[key];
    own.counts[forecast.result]++;
    if (forecast.result === 'void') continue;
    addToSteps(own.steps, forecast, 1);
    addToHour((own.hours[getHour(forecast.endedAt)] ??= noSums()), forecast);
  }
}

/**
 * Removes a forecast that counted as void, because another of its signals has reached an outcome.
 */
export function removeVoid(day: DaySums, forecast: EndedForecast): void {
  for (const key of getTallyKeys(forecast)) day.signals[key].counts.void--;
}

/**
 * Takes back an outcome that was voided later: the forecast then counts as void. The hour is
 * recomputed from `otherForecasts`: all forecasts that ended in it and still count, of all models
 * and in record order.
 */
export function withdraw(day: DaySums, forecast: EndedForecast, otherForecasts: readonly EndedForecast[]): void {
  for (const key of getTallyKeys(forecast)) {
    const own = day.signals[key];
    own.counts[forecast.result]--;
    own.counts.void++;
    addToSteps(own.steps, forecast, -1);
    const hour = noSums();
    const counted = otherForecasts.filter((other) => other.result !== 'void' && getTallyKeys(other).includes(key));
    for (const other of counted) addToHour(hour, other);
    if (counted.length > 0) own.hours[getHour(forecast.endedAt)] = hour;
    else delete own.hours[getHour(forecast.endedAt)];
  }
}

const noSums = (): HourSums => ({ ...emptyHour(), excess: 0 });

function addToHour(hour: HourSums, { result, passability, endedAt }: EndedForecast): void {
  if (result === 'void') return;
  addOutcome(hour, result, endedAt);
  if (result === 'neutral') return;
  hour.excess += (result === 'successful' ? 100 * hundredths : 0) - Math.round(passability * hundredths);
}

function addToSteps(steps: CalibrationStep[], { result, passability }: EndedForecast, by: 1 | -1): void {
  const step = steps[getStep(passability)];
  if (!step || (result !== 'successful' && result !== 'unsuccessful')) return;
  step.stated += by * Math.round(passability * statedUnits);
  if (result === 'successful') step.won += by;
  else step.lost += by;
}

export const computeTally = ({ signals }: DaySums): Tally => byTallyKey((key) => modelTally(signals[key]));

function modelTally({ counts, steps, hours }: SignalSums): ModelTally {
  const [wins, excess] = [noClusters(), noClusters()];
  for (const { won, lost, excess: sum } of Object.values(hours)) {
    addCluster(wins, won + lost, won);
    addCluster(excess, won + lost, sum);
  }
  return { counts, steps, wins, excess };
}

export const emptySums = (): RecordSums => ({ signals: createTally(), shadow: new Map() });

/** Adds `more` to `sums`; −1 subtracts it. */
export function addSums(sums: RecordSums, more: RecordSums, by: 1 | -1 = 1): void {
  addTally(sums.signals, more.signals, by);
  addShadowTallies(sums.shadow, more.shadow, by);
}

export const addDay = (sums: RecordSums, day: DaySums, by: 1 | -1 = 1): void =>
  addSums(sums, { signals: computeTally(day), shadow: day.shadow }, by);

/** Adds the shadow tallies of `more` to `all`; −1 subtracts them. */
function addShadowTallies(all: ShadowTallies, more: ShadowTallies, by: 1 | -1 = 1): void {
  for (const tally of more.values()) addShadow(getShadow(all, tally.model, tally.version), tally, by);
}
