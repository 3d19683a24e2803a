import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { minuteMs } from '#domain/time.ts';
import { isEdgeAt } from '#server/modules/payouts/payouts.api.ts';

interface ForecastPace {
  /** Milliseconds UTC; null: no forecast since the start. */
  readonly lastForecastAt: number | null;
  readonly forecastsPerMinute: number | null;
  /** Share of 1. */
  readonly abstainedShare: number | null;
}

/** Forecast rate of each model over the last hour of market time; it abstains where it has no edge at `payout`. */
export interface ForecastMonitor {
  add(forecasts: readonly Forecast[]): void;
  getPace(model: AiModelKey): ForecastPace;
}

interface Minute {
  readonly time: number;
  count: number;
  abstained: number;
}

const retainedMinutes = 60;

export function createForecastMonitor(payout: number): ForecastMonitor {
  const byModel = new Map<AiModelKey, Minute[]>();
  let firstTime: number | null = null;
  let lastTime = 0;

  const getMinute = ({ model, barTime }: Forecast): Minute => {
    const minutes = byModel.get(model) ?? [];
    const known = minutes.at(-1)?.time === barTime ? minutes.at(-1) : undefined;
    const minute = known ?? { time: barTime, count: 0, abstained: 0 };
    if (!known) byModel.set(model, [...minutes, minute].slice(-retainedMinutes));
    return minute;
  };

  return {
    add: (forecasts) => {
      for (const forecast of forecasts) {
        firstTime ??= forecast.barTime;
        lastTime = Math.max(lastTime, forecast.barTime);
        const minute = getMinute(forecast);
        minute.count++;
        if (!isEdgeAt(forecast, payout)) minute.abstained++;
      }
    },
    getPace: (model) => {
      const own = byModel.get(model) ?? [];
      const last = own.at(-1);
      if (!last || firstTime === null) return { lastForecastAt: null, forecastsPerMinute: null, abstainedShare: null };
      const from = Math.max(firstTime, lastTime - (retainedMinutes - 1) * minuteMs);
      const recent = own.filter(({ time }) => time >= from);
      const sum = (of: 'count' | 'abstained'): number => recent.reduce((all, minute) => all + minute[of], 0);
      const count = sum('count');
      return {
        lastForecastAt: last.time + minuteMs,
        forecastsPerMinute: count / ((lastTime - from) / minuteMs + 1),
        abstainedShare: count === 0 ? null : sum('abstained') / count,
      };
    },
  };
}
