import type { LlmModelKey } from '#domain/signals/ai-model.ts';
import { createAttempts } from '#server/database/attempts.ts';
import type { Llm, LlmQuestion } from '#server/integrations/llm/llm.ts';
import { createCallBudget } from '#server/modules/llm-models/call-budget.ts';
import { createLlmForecasts } from '#server/modules/llm-models/llm-forecasts.ts';
import type { LlmModels } from '#server/modules/llm-models/llm-models.api.ts';
import type { BarSource } from '#server/modules/llm-models/market-reading.ts';
import type { MarketView } from '#server/live/market-view.ts';
import { minuteMs } from '#domain/time.ts';
import { barHistory } from './bar-history.ts';
import { nothingRecorded } from '../record/nothing-recorded.ts';
import { silentLog } from '../silent-log.ts';
import type { TestDatabase } from '../test-database.ts';
import { wanderingBars } from './wandering-bars.ts';

const symbols = ['EURUSD', 'GBPUSD', 'AUDUSD', 'EURGBP', 'NZDUSD'];
const start = Date.parse('2026-03-02T03:00:00.000Z');
const bars = Object.fromEntries(
  symbols.map((symbol, i) => [symbol, wanderingBars({ start: start - i * minuteMs, count: 900 + i, level: 1.1 + i })]),
);

/** Both models on five pairs with fifteen hours of bars, at a market time that the test sets. */
export interface LlmBench {
  readonly models: LlmModels;
  readonly symbols: readonly string[];
  readonly market: BarSource & Pick<MarketView, 'feed'>;
  /** Milliseconds UTC; initially twenty seconds after a bar's close, ten hours into the bars. */
  now: number;
  /** The same on the same database, as after a restart. */
  restarted(change?: Partial<Parameters<typeof createLlmForecasts>[0]>): LlmModels;
}

export function anLlmBench(
  { db }: TestDatabase,
  llms: Readonly<Record<LlmModelKey, Llm>>,
  { callsPerHour = 0, feed = 'simulated:1' } = {},
): LlmBench {
  const state = { now: start + 600 * minuteMs + 20_000 };
  const clock = { now: () => state.now };
  const attempts = createAttempts(db, clock, { secret: 'a secret' });
  const market = {
    ...barHistory(bars),
    feed: { id: feed, kind: 'simulated' as const, isLive: false, symbols, notOffered: [] },
  };
  const restarted: LlmBench['restarted'] = (change) =>
    createLlmForecasts({
      db,
      llms,
      attempts,
      budget: createCallBudget({
        limits: { callsPerHour, callsPerDay: 0, costPerDay: 0 },
        attempts,
        readCostSince: async () => 0,
        clock,
      }),
      pause: () => new Promise((resolve) => setImmediate(resolve)),
      market,
      record: nothingRecorded,
      clock,
      marketClock: clock,
      log: silentLog,
      ...change,
    });
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
