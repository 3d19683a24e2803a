import type { Analytics } from '#contract/signals.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Duration } from '#domain/market/duration.ts';
import type { Language } from '#domain/language.ts';
import type { LlmModelKey } from '#domain/signals/llm-model.ts';
import type { Explanation, Forecast } from '#engine/forecast/forecaster.ts';

export interface LlmRequest {
  readonly duration: Duration;
  /** Pairs that may be answered with: fresh ones, none that were excluded. Of many, three are asked about. */
  readonly symbols: readonly string[];
}

/** How a forecast explains itself: nobody can compute afterwards what a language model saw in the numbers. */
export interface OwnAnalysis {
  /** Of the forecast as it was made. */
  readonly explanation: Explanation;
  /** Those that the model was told; empty where it read bars. */
  readonly indicators: Analytics['indicators'];
  readonly text: (lang: Language, breakEven: number) => string;
}

export interface LlmForecast {
  /** As it stands now: what waiting takes from a forecast is taken. */
  readonly forecast: Forecast;
  readonly analysis: OwnAnalysis;
}

export interface LlmChoice {
  /** Of those that are signals now, the one with the highest passability; null: all abstain. */
  readonly best: LlmForecast | null;
  /** The one with the highest passability, signal or not; null: nothing could be read. */
  readonly nearest: Forecast | null;
}

export interface LlmAvailability {
  readonly key: AiModelKey;
  readonly available: boolean;
  readonly reason?: string;
  /** How many of its answers have come out; absent while that is not known. */
  readonly settledAnswers?: number;
}

/** The models that ask a language model, at the moment somebody asks them. */
export interface LlmModels {
  /** Throws model_unavailable when no answer comes; never another model's. */
  forecastFor(key: LlmModelKey, request: LlmRequest): Promise<LlmChoice>;
  /** `reason`: a code. */
  availability(): readonly LlmAvailability[];
}
