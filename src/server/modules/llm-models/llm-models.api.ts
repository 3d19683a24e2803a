import type { SystemState } from '#contract/admin/system.ts';
import type { Analytics } from '#contract/signals.ts';
import type { AiModelKey, LlmModelKey } from '#domain/signals/ai-model.ts';
import type { Duration } from '#domain/market/duration.ts';
import type { Language } from '#domain/language.ts';
import type { Explanation, Forecast } from '#engine/forecast/forecaster.ts';

export interface LlmRequest {
  /** Whose budget the questions are taken from that nobody has asked yet. */
  readonly userId: string;
  readonly duration: Duration;
  /** Available pairs: fresh and not excluded. Of many, three are asked about. */
  readonly symbols: readonly string[];
}

/**
 * How a forecast explains itself: what a language model saw in the numbers cannot be computed
 * afterwards.
 */
export interface OwnAnalysis {
  /** Explains the forecast as it was made. */
  readonly explanation: Explanation;
  /** The readings that the model was given; empty where it read bars. */
  readonly indicators: Analytics['indicators'];
  /** `passability`: what the signal states. */
  readonly text: (lang: Language, breakEven: number, passability: number) => string;
}

export interface LlmForecast {
  /** As of now, after the deduction for its age. */
  readonly forecast: Forecast;
  /** Of the leaf of its answer; null: no record is kept of this market. */
  readonly recordIndex: number | null;
  readonly analysis: OwnAnalysis;
}

interface LlmAvailability {
  readonly key: AiModelKey;
  readonly available: boolean;
  readonly reason?: string;
  /** Number of its settled answers; absent while it is unknown. */
  readonly settledAnswers?: number;
}

/** The models that call a language model on request. */
export interface LlmModels {
  /**
   * One of each pair that was asked about; none: nothing could be read. Throws model_unavailable when
   * there is no answer; never uses another model's.
   */
  forecastFor(key: LlmModelKey, request: LlmRequest): Promise<readonly LlmForecast[]>;
  /** `reason`: a code. */
  availability(): readonly LlmAvailability[];
}

/** Calls and dollars against what the operator allows. */
export type LlmUse = NonNullable<SystemState['llm']>;

export interface LlmModelsApi extends LlmModels {
  /** Null: no language model is configured. */
  readUse(): Promise<LlmUse | null>;
}
