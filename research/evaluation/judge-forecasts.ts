import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { type Duration, durations } from '#domain/market/duration.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import type { Forecast, Forecaster } from '#engine/forecast/forecaster.ts';
import { noOutcome, outcomeAt } from '#engine/bar/bar-outcome.ts';
import type { BarTable } from '#engine/bar/bar-table.ts';
import { listSymbols, type MarketBar } from '../bars/walk-market.ts';
import { forecastMarket, type JudgedRange } from './forecast-market.ts';
import { createVerdicts, type Verdicts } from './verdicts.ts';

/** All forecasts of one model for one duration, with their outcomes. */
export interface Judgement {
  readonly model: AiModelKey;
  readonly duration: Duration;
  readonly verdicts: Verdicts;
}

interface DelayedJudgement extends Judgement {
  /** Minutes between the decision and the price at which the signal is entered; 0 is the rule. */
  readonly entryDelay: number;
}

export interface Judged {
  readonly judgements: readonly DelayedJudgement[];
  readonly symbols: readonly string[];
}

/**
 * Forecasts every bar of a market in the range and compares each forecast with its outcome, once
 * for each of the delays.
 */
export function judgeForecasts(
  forecasters: readonly Forecaster[],
  tables: readonly BarTable[],
  range: JudgedRange,
  entryDelays: readonly number[] = [0],
  onForecast?: (forecast: Forecast, bar: MarketBar) => void,
): Judged {
  const seen = tables.filter(({ time }) => time.some((start) => start >= range.from && start < range.to));
  const judgements = forecasters.flatMap(({ key }) =>
    durations.map((duration) =>
      entryDelays.map((entryDelay) => ({ model: key, duration, entryDelay, verdicts: createVerdicts() })),
    ),
  );
  forecastMarket(forecasters, seen, range, (place, forecast, bar) => {
    const { table, i, pair } = bar;
    onForecast?.(forecast, bar);
    for (const { duration, entryDelay, verdicts } of judgements[place] ?? []) {
      const outcome = outcomeAt(table, i, duration, entryDelay);
      if (outcome === noOutcome) verdicts.withoutOutcome += 1;
      else verdicts.add(forecast.pUp, outcome, marketSessions.indexOf(forecast.session), pair);
    }
  });
  return { judgements: judgements.flat(), symbols: listSymbols(seen) };
}
