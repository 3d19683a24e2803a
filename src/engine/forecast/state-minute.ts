import { getDirection } from '#domain/market/direction.ts';
import { durations } from '#domain/market/duration.ts';
import { type ModelStatements, pairInTurn, type Statement } from '#domain/record/shadow-minute.ts';
import { ageForecast } from './age-forecast.ts';
import { strongest } from './board.ts';
import type { Forecast } from './forecaster.ts';

export interface MinuteStatement {
  /** Start of the bar whose close was forecast, and time of the statement; milliseconds UTC. */
  readonly barTime: number;
  readonly statedAt: number;
  readonly inTurn: string;
  readonly models: readonly ModelStatements[];
}

interface MinuteState {
  readonly symbols: readonly string[];
  readonly now: number;
  /**
   * Pairs that no signal without a requested pair could use: thin hours, or no fresh price.
   */
  readonly notOpen: readonly string[];
}

/**
 * Selects the forecasts of one minute that are stated in public: all of the pair in turn, so that
 * there is no selection bias in the calibration, and every signal, so that what a user takes can be
 * compared with its minute; of each duration one is marked as the one that the model would have
 * issued. Aged to `now`. Null: no model made a forecast.
 */
export function stateMinute(
  forecasts: readonly Forecast[],
  { symbols, now, notOpen }: MinuteState,
): MinuteStatement | null {
  const barTime = forecasts[0]?.barTime;
  const inTurn = barTime === undefined ? undefined : pairInTurn(symbols, barTime);
  if (barTime === undefined || inTurn === undefined) return null;
  const models = [...new Set(forecasts.map(({ model }) => model))].map((model): ModelStatements => {
    const own = forecasts.filter((one) => one.model === model);
    const signals = own.filter((one) => ageForecast(one, now).signalled);
    const usable = signals.filter(({ symbol }) => !notOpen.includes(symbol));
    // The same choice as the board's.
    const issued = durations.flatMap((duration) => strongest(usable.filter((one) => one.duration === duration)) ?? []);
    const chosen = own.filter((one) => one.symbol === inTurn || signals.includes(one));
    const statements = chosen.map((one) =>
      toStatement(ageForecast(one, now), one.symbol === inTurn, issued.includes(one)),
    );
    return { model, version: own[0]?.modelVersion ?? '', statements };
  });
  return { barTime, statedAt: now, inTurn, models };
}

const toStatement = (forecast: Forecast, isInTurn: boolean, isIssued: boolean): Statement => ({
  symbol: forecast.symbol,
  duration: forecast.duration,
  direction: getDirection(forecast.pUp),
  passability: Math.round(forecast.passability * 100) / 100,
  isInTurn,
  isSignal: forecast.signalled,
  isIssued,
});
