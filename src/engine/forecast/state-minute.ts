import { directionOf } from '#domain/market/direction.ts';
import { durations } from '#domain/market/duration.ts';
import { type ModelStatements, pairInTurn, type Statement } from '#domain/record/shadow-minute.ts';
import { ageForecast } from './age-forecast.ts';
import type { Forecast } from './forecaster.ts';

export interface MinuteStatement {
  /** Start of the bar whose close was forecast, and when it was stated; milliseconds UTC. */
  readonly barTime: number;
  readonly statedAt: number;
  readonly inTurn: string;
  readonly models: readonly ModelStatements[];
}

interface Observation {
  readonly symbols: readonly string[];
  readonly now: number;
  /** Whether a signal without a pair may name this one now: no thin hour, and its price is fresh. */
  readonly isOpen: (symbol: string) => boolean;
}

/**
 * Of all forecasts of one minute, what is stated in public: of one pair in turn everything, so that nothing chooses what
 * calibration is measured on, and for each duration the signal that the model would have issued. As they stand `now`.
 * Null: no model said anything of them.
 */
export function stateMinute(
  forecasts: readonly Forecast[],
  { symbols, now, isOpen }: Observation,
): MinuteStatement | null {
  const barTime = forecasts[0]?.barTime;
  const inTurn = barTime === undefined ? undefined : pairInTurn(symbols, barTime);
  if (barTime === undefined || inTurn === undefined) return null;
  const models = [...new Set(forecasts.map(({ model }) => model))].map((model): ModelStatements => {
    const own = forecasts.filter((one) => one.model === model);
    const issued = durations.flatMap((duration) => strongest(own, duration, now, isOpen) ?? []);
    const chosen = own.filter((one) => one.symbol === inTurn || issued.includes(one));
    const statements = chosen.map((one) =>
      statementOf(ageForecast(one, now), one.symbol === inTurn, issued.includes(one)),
    );
    return { model, version: own[0]?.modelVersion ?? '', statements };
  });
  return { barTime, statedAt: now, inTurn, models };
}

/** As the board chooses: the first of the signals with the highest passability. */
function strongest(
  own: readonly Forecast[],
  duration: Forecast['duration'],
  now: number,
  isOpen: Observation['isOpen'],
): Forecast | null {
  const signals = own.filter(
    (one) => one.duration === duration && one.signalled && ageForecast(one, now).signalled && isOpen(one.symbol),
  );
  return signals.reduce<Forecast | null>(
    (best, one) => (best && best.passability >= one.passability ? best : one),
    null,
  );
}

const statementOf = (forecast: Forecast, isInTurn: boolean, isIssued: boolean): Statement => ({
  symbol: forecast.symbol,
  duration: forecast.duration,
  direction: directionOf(forecast.pUp),
  passability: Math.round(forecast.passability * 100) / 100,
  isInTurn,
  isSignal: forecast.signalled,
  isIssued,
});
