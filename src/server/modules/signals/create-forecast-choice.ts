import type { MarketClock } from '#domain/clock.ts';
import type { TradingHours } from '#domain/market/trading-hours.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { LlmModels } from '#server/modules/llm-models/llm-models.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import { type ChooseForecast, createChooseForecast } from './choose-forecast.ts';
import { createCurrentForecasts } from './current-forecasts.ts';
import { createDescribeSilence, createFindResumption } from './describe-silence.ts';
import { createReadEdges } from './statistics/read-edges.ts';
import { createReadOutlook, type ReadOutlook } from './read-outlook.ts';
import type { ModelCatalogue } from './signals.api.ts';

interface ForecastChoiceDependencies {
  readonly market: Pick<MarketView, 'board' | 'feed' | 'lastTick'>;
  readonly catalogue: Pick<ModelCatalogue, 'localModels' | 'requireAvailable'>;
  readonly llmModels: Pick<LlmModels, 'forecastFor'>;
  readonly readStatedSignals: RecordApi['readStatedSignals'];
  /** About when the models will be calibrated on the running feed; null: unknown. */
  readonly calibratedAt: () => Promise<number | null>;
  readonly hours: TradingHours;
  readonly payout: number;
  readonly clock: MarketClock;
}

/** What becomes a signal, what is said where nothing has an edge, and what the models see now. */
export function createForecastChoice(dependencies: ForecastChoiceDependencies): {
  readonly chooseForecast: ChooseForecast;
  readonly readOutlook: ReadOutlook;
} {
  const current = createCurrentForecasts(dependencies);
  const readEdges = createReadEdges(dependencies);
  const findResumption = createFindResumption(dependencies);
  const describeSilence = createDescribeSilence({ ...dependencies, current, readEdges, findResumption });
  return {
    chooseForecast: createChooseForecast({ ...dependencies, current, describeSilence }),
    readOutlook: createReadOutlook({ ...dependencies, current, readEdges, findResumption }),
  };
}
