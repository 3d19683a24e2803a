import type { Bar } from '#engine/bar/bar-builder.ts';
import type { LlmModelKey } from '#domain/signals/ai-model.ts';
import type { LlmConfig } from '#server/config/llm.ts';
import type { Llm } from '#server/integrations/llm/llm.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { LlmAnswerRow } from './llm-answers.repository.ts';
import { notResting } from './service-rest.ts';

interface Given extends Platform {
  readonly record: RecordApi;
  readonly llms: Readonly<Record<LlmModelKey, Llm>>;
  readonly llm: LlmConfig;
}

export const openLlmModels = (given: Given) => ({
  ...given,
  rests: {
    chatgpt_4o: { ...notResting },
    'indicators_chatgpt_3.5': { ...notResting },
  },
  /** Questions that are being answered. */
  inFlight: new Map<string, Promise<LlmAnswerRow>>(),
  /** The newest of each pair. */
  readings: new Map<string, MarketReading>(),
  /** How many answers of each model have their outcome; absent while it is unknown. */
  settled: new Map<LlmModelKey, number>(),
});
export type LlmModelsContext = ReturnType<typeof openLlmModels>;

/** One pair at a decision time: the input of a question. */
export interface MarketReading {
  readonly symbol: string;
  readonly barTime: number;
  /** Closed bars, oldest first; the newest closed at `barTime` + a minute. */
  readonly bars: readonly Bar[];
  /** The value of a feature of the market, by its name. */
  readonly feature: (name: string) => number;
}
