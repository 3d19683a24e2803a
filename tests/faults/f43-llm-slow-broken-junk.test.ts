import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBoard } from '#engine/forecast/board.ts';
import { llmAnswers } from '#server/database/tables/llm-tables.ts';
import { signals } from '#server/database/schema.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { createOpenAiLlm } from '#server/integrations/llm/openai-llm.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { createAnalyzeForecast } from '#server/modules/signals/analyze-forecast.ts';
import { createForecastChoice } from '#server/modules/signals/create-signals.ts';
import { paying } from '#tests/support/paying.ts';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';
import { createIssueSignal, type IssueSignal, type IssueSignalRequest } from '#server/modules/signals/issue-signal.ts';
import { createStoreSignal } from '#server/modules/signals/store-signal.ts';
import { createModelCatalogue } from '#server/modules/signals/create-signals-module.ts';
import { aUser, storedAlone } from '#tests/support/a-signal.ts';
import { type FakeOpenAi, type LlmStep, rejection, startFakeOpenAi } from '#tests/support/market/fake-openai.ts';
import { anLlmBench, type LlmBench } from '#tests/support/market/llm-bench.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import type { ModelCatalogue } from '#server/modules/signals/signals.api.ts';

let database: TestDatabase;
let service: FakeOpenAi;
let bench: LlmBench;
let catalogue: ModelCatalogue;
let issueSignal: IssueSignal;
/** Ends every pending request, in place of the eight-second timeout. */
let deadline: AbortController;
let isTicking: boolean;
let signalsBefore: number;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  service = await startFakeOpenAi();
  deadline = new AbortController();
  isTicking = true;
  await database.db.delete(llmAnswers);
  signalsBefore = await countSignals();
  wire();
});
afterEach(() => service.stop());

function wire(): void {
  const { db } = database;
  const createLlm = (model: string) =>
    createOpenAiLlm({
      apiKey: service.key,
      baseUrl: service.url,
      model,
      price: null,
      deadline: () => deadline.signal,
      retryDelayMs: 0,
    });
  bench = anLlmBench(database, {
    chatgpt_4o: createLlm('gpt-4o'),
    'indicators_chatgpt_3.5': createLlm('gpt-3.5-turbo'),
  });
  const clock = { now: () => bench.now };
  const llmModels = bench.models;
  const market = {
    ...bench.market,
    board: createBoard(),
    lastTick: (symbol: string) =>
      isTicking ? { symbol, time: bench.now, receivedAt: bench.now, bid: 1.1, ask: 1.1 } : null,
    explain: () => null,
    readyInMs: () => 0,
  };
  catalogue = createModelCatalogue({ forecasters: [], unavailable: [], llmModels, minBalance: 10, vipBalance: 1000 });
  const bus = createInProcessBus();
  const enqueueUserEvents = createEnqueueUserEvents(bus, Date);
  const hours = { calendar: 'always', window: null, excludesThinHours: true } as const;
  const choosing = { market, catalogue, llmModels, clock, hours };
  const { chooseForecast } = createForecastChoice({ ...choosing, ...nothingRecorded });
  issueSignal = createIssueSignal({
    readPayouts: async () => paying(0.82),
    assertNotStopped: async () => undefined,
    db,
    market,
    clock,
    chooseForecast,
    analyze: createAnalyzeForecast({ market }),
    storeSignal: createStoreSignal({
      db,
      record: nothingRecorded,
      bus,
      enqueueUserEvents,
      ...storedAlone,
    }),
    hours,
  });
}

const sure: LlmStep = { says: { p_up: 0.97, reasons: ['oversold'] } };

const issue = async (change: Partial<IssueSignalRequest> = {}) =>
  issueSignal({
    user: { id: await aUser(database.db), lang: 'en' },
    model: 'chatgpt_4o',
    durations: [5],
    symbol: 'EURUSD',
    exclude: [],
    isPracticeAllowed: false,
    isVipOpen: false,
    ...change,
  });

const countSignals = () => database.db.$count(signals);

async function expectNothingStored(): Promise<void> {
  expect(await database.db.$count(llmAnswers)).toBe(0);
  expect(await countSignals()).toBe(signalsBefore);
}

const unavailable = (reason: string, retryAfterS: number) => ({
  code: 'model_unavailable',
  statusCode: 503,
  details: { aiModel: 'chatgpt_4o', reason },
  retryAfterS,
});

describe('a language model without a forecast issues no signal and stores nothing', () => {
  it.each<[string, LlmStep[], string, number]>([
    ['text instead of JSON', [{ content: 'Up, I guess.' }], 'junk', 10],
    ['a refusal of the model', [{ content: null, refusal: 'I cannot help with that.' }], 'declined', 10],
    ['a server error, twice', [rejection('serverError'), rejection('serverError')], 'service_down', 10],
    ['too many requests', [rejection('tooManyRequests')], 'rate_limited', 20],
    ['a rejected key', [rejection('wrongKey')], 'key_refused', 300],
  ])('%s', async (_name, steps, reason, retryAfterS) => {
    service.script(...steps, sure);
    await expect(issue()).rejects.toMatchObject(unavailable(reason, retryAfterS));
    await expectNothingStored();
    bench.now += retryAfterS * 1_000;
    // After seconds the same minute is requested again, after minutes another one: no failure is
    // cached as an answer.
    expect(await issue()).toMatchObject({ aiModel: 'chatgpt_4o', signal: 'BUY', symbol: 'EURUSD' });
    expect(await countSignals()).toBe(signalsBefore + 1);
  });
});

describe('a slow answer', () => {
  it('issues no signal when the price stopped meanwhile', async () => {
    service.script(sure);
    const refused = expect(issue()).rejects.toMatchObject({ code: 'feed_stale', statusCode: 503 });
    await service.received(1);
    isTicking = false;
    await refused;
  });
});
