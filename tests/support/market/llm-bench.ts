import type { LlmConfig } from '#server/config/llm.ts';
import type { Llm, LlmQuestion } from '#server/integrations/llm/llm.ts';
import { forecastFor, listAvailability } from '#server/modules/llm-models/llm-forecasts.ts';
import type { LlmModels } from '#server/modules/llm-models/llm-models.api.ts';
import { type LlmModelsContext, openLlmModels } from '#server/modules/llm-models/llm-models-context.ts';
import { minuteMs } from '#domain/time.ts';
import { barHistory } from './bar-history.ts';
import { nothingRecorded } from '../record/nothing-recorded.ts';
import type { TestDatabase } from '../test-database.ts';
import { testPlatform } from '../test-platform.ts';
import { wanderingBars } from './wandering-bars.ts';

const symbols = ['EURUSD', 'GBPUSD', 'AUDUSD', 'EURGBP', 'NZDUSD'];
const start = Date.parse('2026-03-02T03:00:00.000Z');
const bars = Object.fromEntries(
  symbols.map((symbol, i) => [symbol, wanderingBars({ start: start - i * minuteMs, count: 900 + i, level: 1.1 + i })]),
);

/** No budget. */
export const unlimited: LlmConfig = {
  apiKey: 'a key',
  baseUrl: 'https://llm.example',
  chatgpt4o: { name: 'gpt-4o', price: null },
  chatgpt35: { name: 'gpt-3.5-turbo', price: null },
  callsPerHour: 0,
  callsPerDay: 0,
  costPerDay: 0,
};

/** Both models on five pairs with fifteen hours of bars, at a market time that the test sets. */
export function anLlmBench(database: TestDatabase, llms: LlmModelsContext['llms']) {
  /** Initially twenty seconds after a bar's close, ten hours into the bars. */
  const state = { now: start + 600 * minuteMs + 20_000 };
  // A process that waits for another one looks again at once.
  const after = (_ms: number, task: () => void) => {
    const timer = setImmediate(task);
    return () => clearImmediate(timer);
  };
  const platform = testPlatform(database, { clock: { now: () => state.now }, scheduler: { after } });
  const market = { ...platform.market, ...barHistory(bars), feed: { ...platform.market.feed, symbols } };
  /** The same on the same database, as after a restart. */
  const restarted = (change?: Partial<LlmModelsContext>): LlmModels => {
    const ctx = openLlmModels({ ...platform, market, record: nothingRecorded, llms, llm: unlimited, ...change });
    return {
      forecastFor: (model, request) => forecastFor(ctx, model, request),
      availability: () => listAvailability(ctx),
    };
  };
  return Object.assign(state, { models: restarted(), symbols, market, restarted });
}

/** A model whose answers the test defines, and that records its requests. */
export function aFakeLlm(judge: (count: number) => ReturnType<Llm['judge']>, name = 'gpt-4o') {
  const requested: LlmQuestion[] = [];
  const llm: Llm = {
    name,
    judge: (question) => {
      requested.push(question);
      return judge(requested.length);
    },
  };
  return { ...llm, requested };
}

export const stating = (pUp: number): Awaited<ReturnType<Llm['judge']>> => ({
  pUp,
  reasons: ['rising', 'near_high'],
  usage: { question: 400, answer: 20 },
  costUsd: 0.0012,
});
