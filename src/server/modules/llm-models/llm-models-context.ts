import type { Bar } from '#engine/bar/bar-builder.ts';
import type { LlmModelKey } from '#domain/signals/ai-model.ts';
import type { LlmConfig } from '#server/config/llm.ts';
import type { Llm } from '#server/integrations/llm/llm.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { LlmAnswerRow } from './llm-answers.repository.ts';
import type { ServiceRest } from './service-rest.ts';

/** What the models are made of where a key is configured. */
export interface LlmModelsParts extends Platform {
  readonly llm: LlmConfig;
  readonly record: RecordApi;
  readonly llms: Readonly<Record<LlmModelKey, Llm>>;
}

/** With what lives as long as the process. */
export interface LlmModelsContext extends LlmModelsParts {
  readonly rests: Readonly<Record<LlmModelKey, ServiceRest>>;
  /** Questions that are being answered. */
  readonly inFlight: Map<string, Promise<LlmAnswerRow>>;
  /** The newest of each pair. */
  readonly readings: Map<string, MarketReading>;
  /** How many answers of each model have their outcome; absent while it is unknown. */
  readonly settled: Map<LlmModelKey, number>;
}

/** One pair at a decision time: the input of a question. */
export interface MarketReading {
  readonly symbol: string;
  readonly barTime: number;
  /** Closed bars, oldest first; the newest closed at `barTime` + a minute. */
  readonly bars: readonly Bar[];
  /** The value of a feature of the market, by its name. */
  readonly feature: (name: string) => number;
}
