import { getDirection } from '#domain/market/direction.ts';
import type { Duration } from '#domain/market/duration.ts';
import { edgeLeft } from '#domain/signals/entry-window.ts';
import { minuteMs } from '#domain/time.ts';
import {
  isStated,
  pairInTurn,
  type RecordModel,
  roundProbability,
  type StatedForecast,
  writeForecasts,
} from './lines.ts';

/** A forecast as of the close of its bar; `passability` in percent. */
interface OwnForecast {
  readonly model: string;
  readonly symbol: string;
  readonly duration: Duration;
  readonly pUp: number;
  readonly passability: number;
}

interface StatedMinute {
  /** Those with a version in force, in the order of the leaf's `versions`. */
  readonly models: readonly RecordModel[];
  /** Of the genesis. */
  readonly pairs: readonly string[];
  readonly durations: readonly Duration[];
  /** Start of the bar that closed, and when it is stated; milliseconds UTC. */
  readonly minute: number;
  readonly at: number;
  readonly without: readonly string[];
}

/**
 * The `forecasts` of a minute leaf, as of `at`. Null: a model lacks a forecast of the pair in turn,
 * which has a fresh price, so the minute cannot be stated and stays uncovered.
 */
export function stateForecasts(
  forecasts: readonly OwnForecast[],
  { models, pairs, durations, minute, at, without }: StatedMinute,
): string[] | null {
  const inTurn = pairInTurn(pairs, minute);
  const usable = forecasts.filter(({ symbol, duration }) => !without.includes(symbol) && durations.includes(duration));
  const lines = models.map((model) => {
    const own = usable
      .filter((one) => one.model === model)
      .map(
        ({ symbol: pair, duration, pUp, passability }): StatedForecast => ({
          pair,
          duration,
          side: getDirection(pUp),
          probability: roundProbability(50 + (passability - 50) * edgeLeft(duration, at - minute - minuteMs)),
        }),
      );
    const isWhole = without.includes(inTurn) || own.filter(({ pair }) => pair === inTurn).length === durations.length;
    return isWhole ? writeForecasts({ model, forecasts: own.filter((one) => isStated(one, inTurn)) }) : null;
  });
  return lines.every((line) => line !== null) ? lines : null;
}
