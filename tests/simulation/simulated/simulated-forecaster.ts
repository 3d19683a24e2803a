import { minuteMs } from '#domain/time.ts';
import { marketSessionAt } from '#domain/market/market-session.ts';
import type { Forecaster, LocalForecaster } from '#engine/forecast/forecaster.ts';
import { notUsed } from '../not-used.ts';
import { explanation } from '#tests/support/record/stated-forecasts.ts';

/** A model with an opinion on every bar: models are not what is simulated. It states the same on any feed. */
export const simulatedForecaster: LocalForecaster = {
  ...createForecaster('simulated'),
  score: notUsed,
  stateScore: notUsed,
};

function createForecaster(modelVersion: string): Forecaster {
  return {
    key: 'kurs_ai_v2',
    version: modelVersion,
    onFeed: ({ id }) => createForecaster(`simulated+${id}`),
    explain: () => explanation,
    forecast: (symbol, barTime, _features, duration) => {
      const turn = (barTime / minuteMs + duration + symbol.charCodeAt(0)) % 7;
      const passability = 53 + turn;
      return {
        model: 'kurs_ai_v2',
        modelVersion,
        symbol,
        barTime,
        decidedAt: barTime + minuteMs,
        duration,
        pUp: (turn % 2 === 0 ? passability : 100 - passability) / 100,
        passability,
        session: marketSessionAt(barTime),
      };
    },
  };
}
