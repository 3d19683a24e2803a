import { getBreakEven, payoutPercent } from '#domain/signals/edge.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { toInstant } from '#contract/wire.ts';
import { getDirection } from '#domain/market/direction.ts';
import { judge } from '#domain/signals/outcome.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { ageForecast } from '#engine/forecast/forecaster.ts';
import { roundProbability } from '#record/lines.ts';
import { listAllLeaves } from '#tests/support/record/leaves-of.ts';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';
import { createStatedMinutes } from '#tests/support/record/stated-minutes.ts';
import { attemptCounts } from '#server/database/tables/sign-in-tables.ts';
import { llmAnswers } from '#server/database/tables/model-tables.ts';
import { LlmUnavailable } from '#server/integrations/llm/llm.ts';
import { barHistory } from '#tests/support/market/bar-history.ts';
import { aFakeLlm, anLlmBench, stating } from '#tests/support/market/llm-bench.ts';
import { wanderingBars } from '#tests/support/market/wandering-bars.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { mostMoved } from './llm-forecasts.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const database = sharedByTests(createTestDatabase);
beforeEach(async () => {
  await database.db.delete(llmAnswers);
  await database.db.delete(attemptCounts);
  await database.pool.query(
    'alter table record_leaves disable trigger user; truncate record_leaves; alter table record_leaves enable trigger user',
  );
});

const stored = () => database.db.select().from(llmAnswers).orderBy(llmAnswers.symbol);

/** Both models use the one scripted here. */
function aBench(of = aFakeLlm(async () => stating(0.97))) {
  const bench = anLlmBench(database, { chatgpt_4o: of, 'indicators_chatgpt_3.5': of });
  return { llm: of, bench };
}
let users = 0;
/** Each time of another user, none of whom spends a budget. */
const query = {
  get userId() {
    return `user ${++users}`;
  },
  duration: 5 as const,
  symbols: ['EURUSD'],
};

describe('an answer', () => {
  it('becomes a forecast of the last closed bar, shrunk by the record and aged by the elapsed seconds', async () => {
    const { bench } = aBench();
    const [best, ...others] = await bench.models.forecastFor('chatgpt_4o', query);
    const decidedAt = bench.now - 20_000;
    const pUp = 1 / (1 + Math.exp(-0.1 * Math.log(0.97 / 0.03)));
    const made = {
      model: 'chatgpt_4o' as const,
      modelVersion: 'gpt-4o q1',
      symbol: 'EURUSD',
      barTime: decidedAt - minuteMs,
      decidedAt,
      duration: 5 as const,
      pUp: expect.closeTo(pUp, 12),
      passability: expect.closeTo(100 * pUp, 10),
      session: 'day' as const,
    };
    const aged = ageForecast({ ...made, pUp, passability: 100 * pUp }, bench.now);
    expect(best?.forecast).toEqual({
      ...aged,
      pUp: expect.closeTo(aged.pUp, 12),
      passability: expect.closeTo(aged.passability, 10),
    });
    expect(others).toEqual([]);
  });

  it('is stored with its tokens and its cost', async () => {
    const { bench } = aBench();
    await bench.models.forecastFor('chatgpt_4o', query);
    expect(await stored()).toEqual([
      {
        feed: 'simulated:1',
        model: 'chatgpt_4o',
        symbol: 'EURUSD',
        duration: 5,
        minute: new Date(bench.now - 20_000),
        version: 'gpt-4o q1',
        pUp: 0.97,
        reasons: ['rising', 'near_high'],
        questionTokens: 400,
        answerTokens: 20,
        costUsd: 0.0012,
        questionHash: expect.any(Buffer),
        answeredAt: new Date(bench.now),
        outcome: null,
      },
    ]);
  });
});

describe('one call per pair, duration and minute', () => {
  it('is shared by concurrent callers', async () => {
    const { llm, bench } = aBench();
    const choices = await Promise.all(Array.from({ length: 20 }, () => bench.models.forecastFor('chatgpt_4o', query)));
    expect(new Set(choices.map(([only]) => only?.forecast.pUp)).size).toBe(1);
    expect(llm.requested).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
  });

  it('is asked for once by two processes at the same time, and both use it', async () => {
    const answers = [0.8, 0.3];
    const { llm, bench } = aBench(aFakeLlm(async (count) => stating(answers[count - 1] ?? 0)));
    const [a, b] = await Promise.all([
      bench.models.forecastFor('chatgpt_4o', query),
      bench.restarted().forecastFor('chatgpt_4o', query),
    ]);
    expect(a).toMatchObject([{ forecast: b[0]?.forecast }]);
    expect([llm.requested.length, (await stored()).length]).toEqual([1, 1]);
  });

  it('is asked for again after a call that failed', async () => {
    const down = () => Promise.reject(new LlmUnavailable('service_down'));
    const { bench } = aBench(aFakeLlm((count) => (count === 1 ? down() : Promise.resolve(stating(0.97)))));
    await expect(bench.models.forecastFor('chatgpt_4o', query)).rejects.toMatchObject({ code: 'model_unavailable' });
    expect(await bench.restarted().forecastFor('chatgpt_4o', query)).toHaveLength(1);
  });
});

describe('a request without a pair', () => {
  it('asks about three and states each', async () => {
    const answers = [0.62, 0.03, 0.7];
    const { llm, bench } = aBench(aFakeLlm(async (count) => stating(answers[count - 1] ?? 0)));
    const stated = await bench.models.forecastFor('chatgpt_4o', { ...query, symbols: bench.symbols });
    expect(llm.requested).toHaveLength(3);
    const rows = await stored();
    expect(rows).toHaveLength(3);
    const down = rows.find(({ pUp }) => pUp === 0.03)?.symbol;
    expect(stated.filter(({ forecast }) => forecast.pUp < 0.5).map(({ forecast }) => forecast.symbol)).toEqual([down]);
  });
});

describe('an answer that arrives when the market has moved on', () => {
  it('is saved for the record, and no user gets a signal from it', async () => {
    const { bench } = aBench(
      aFakeLlm(async () => {
        bench.now += minuteMs;
        return stating(0.97);
      }),
    );
    const judging = bench.models.forecastFor('chatgpt_4o', query);
    await expect(judging).rejects.toMatchObject({ code: 'model_unavailable', details: { reason: 'too_slow' } });
    expect(await stored()).toHaveLength(1);
  });
});

describe('calls beyond the budget', () => {
  it('of one user are rejected, while the others may still ask', async () => {
    const { llm, bench } = aBench();
    const ask = (userId: string) => bench.models.forecastFor('chatgpt_4o', { ...query, userId });
    for (let minute = 0; minute < 30; minute++, bench.now += minuteMs) await ask('greedy');
    await expect(ask('greedy')).rejects.toMatchObject({
      phrase: 'own_model_budget_spent',
      details: { reason: 'own_budget_spent' },
      retryAfterS: 1_800,
    });
    await ask('another');
    expect(llm.requested).toHaveLength(31);
    // What somebody has asked is free.
    await ask('greedy');
    expect(llm.requested).toHaveLength(31);
  });
});

describe('the settled record', () => {
  const bars = wanderingBars({ start: Date.parse('2026-03-02T03:00:00.000Z'), count: 900 });
  const barAt = (time: number) => bars.find((bar) => bar.time === time) ?? expect.fail();

  it('records an answer once, before it is passed on, and states what was recorded from then on', async () => {
    const { bench } = aBench();
    const market = { symbols: [...bench.symbols], direction: 'BUY', passability: 57 } as const;
    const minutes = createStatedMinutes({
      db: database.db,
      clock: { now: () => bench.now },
      market: { ...market, symbols: [...market.symbols] },
      feed: bench.market.feed,
      toClose: startOfMinute,
    });
    await minutes.state();
    const kept = { record: { ...nothingRecorded, readMarketState: async () => 'kept' as const } };
    const [best] = await bench.restarted(kept).forecastFor('chatgpt_4o', query);
    const leaves = await listAllLeaves(database.db);
    const minute = leaves.at(-2)?.index;
    expect(leaves.at(-1)).toMatchObject({
      index: best?.recordIndex,
      leaf: {
        kind: 'answer',
        model: 'chatgpt_4o',
        pair: 'EURUSD',
        duration: 5,
        minute,
        question: (await stored())[0]?.questionHash?.toString('hex'),
        stated: 0.97,
        probability: roundProbability(best?.forecast.passability ?? 0),
        at: toInstant(bench.now),
      },
    });
    // The record of the model grows meanwhile, which would calibrate the answer in another way.
    await record(200, () => 'successful');
    const again = await bench.restarted(kept).forecastFor('chatgpt_4o', query);
    expect(again[0]?.forecast).toEqual(best?.forecast);
    expect(await listAllLeaves(database.db)).toHaveLength(leaves.length);
    // The minute after it is stated, and the answer comes too late for the record.
    bench.now += minuteMs;
    await minutes.state();
    bench.now += 10_000;
    await database.db.delete(llmAnswers);
    const late = bench.restarted(kept).forecastFor('chatgpt_4o', query);
    await expect(late).resolves.toMatchObject([{ recordIndex: expect.any(Number) }]);
  });

  it('judges every answer by the bars that followed once they had closed, signal or not', async () => {
    const { bench } = aBench(aFakeLlm(async (count) => stating(count === 1 ? 0.55 : 0.9)));
    const first = bench.now - 20_000;
    await bench.models.forecastFor('chatgpt_4o', query);
    bench.now += 6 * minuteMs - 21_000;
    await bench.models.forecastFor('chatgpt_4o', query);
    expect((await stored()).map(({ outcome }) => outcome)).toEqual([null, null]);
    bench.now += 1_000;
    await bench.models.forecastFor('chatgpt_4o', query);
    const expected = judge(getDirection(0.55), barAt(first).open, barAt(first + 4 * minuteMs).close, 5);
    const [judged] = await database.db
      .select()
      .from(llmAnswers)
      .where(eq(llmAnswers.minute, new Date(first)));
    expect(judged?.outcome).toBe(expected);
  });

  it('calibrates from 200 outcomes: the stated value follows it', async () => {
    const { bench } = aBench();
    await record(200, (i) => (i % 10 < 8 ? 'successful' : 'unsuccessful'));
    const [best] = await bench.models.forecastFor('chatgpt_4o', query);
    expect(best?.forecast.passability).toBeGreaterThan(65);
    expect(best?.analysis.explanation).toMatchObject({ baseRate: 80, sampleSize: 200 });
    expect(best?.analysis.text('en', 1 / 1.82, best.forecast.passability)).toContain(
      'Based on its latest 200 results (80.0% came true), the signal says',
    );
  });

  it('silences a model that is no better than a coin', async () => {
    const { bench } = aBench(aFakeLlm(async () => stating(0.95)));
    await record(200, (i) => (i % 2 === 0 ? 'successful' : 'unsuccessful'));
    const [only] = await bench.models.forecastFor('chatgpt_4o', query);
    expect(only?.forecast.passability).toBeLessThan(100 * getBreakEven(payoutPercent.max / 100));
  });

  const aRow = (at: number, change: Partial<typeof llmAnswers.$inferInsert>): typeof llmAnswers.$inferInsert => ({
    feed: 'simulated:1',
    model: 'chatgpt_4o',
    symbol: 'EURUSD',
    duration: 3,
    minute: new Date(at),
    version: 'gpt-4o q1',
    pUp: 0.8,
    reasons: ['rising'],
    answeredAt: new Date(at),
    outcome: 'successful',
    ...change,
  });

  type Outcome = NonNullable<(typeof llmAnswers.$inferInsert)['outcome']>;
  async function record(count: number, toOutcome: (i: number) => Outcome, change = {}, offset = 0): Promise<void> {
    const first = Date.parse('2026-03-01T00:00:00.000Z') + offset * minuteMs;
    const rows = Array.from({ length: count }, (_, i) =>
      aRow(first + i * minuteMs, { outcome: toOutcome(i), ...change }),
    );
    await database.db.insert(llmAnswers).values(rows);
  }
});

const start = Date.parse('2026-03-02T06:00:00.000Z');
const now = start + 60 * minuteMs;

/** An hour of bars of one range, with a move in the last fifteen. */
const moved = (move: number, range: number, count = 60): Bar[] =>
  Array.from({ length: count }, (_, i) => {
    const close = 100 + (i < count - 15 ? 0 : (move * (i - count + 16)) / 15);
    return { time: now - (count - i) * minuteMs, open: close, high: close + range / 2, low: close - range / 2, close };
  });

const history = barHistory({
  calm: moved(0, 1),
  up: moved(6, 1),
  down: moved(-9, 1),
  wide: moved(20, 10),
  still: moved(0, 0),
  young: moved(30, 1, 40),
});

test('picks the three that moved most in the last minutes, in either direction, relative to their own range', () => {
  expect(mostMoved(history, ['calm', 'up', 'wide', 'down', 'still'], now)).toEqual(['down', 'up', 'wide']);
});
