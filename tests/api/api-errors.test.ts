import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { limits } from '#domain/signals/limits.ts';
import type { TradingHours } from '#domain/market/trading-hours.ts';
import { createBoard } from '#engine/forecast/board.ts';
import type { Forecaster } from '#engine/forecast/forecaster.ts';
import { signals, type users } from '#server/database/schema.ts';
import { createAttempts } from '#server/database/attempts.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { findUser, type UserRow } from '#server/modules/accounts/accounts.repository.ts';
import { createSessions } from '#server/modules/accounts/sessions/sessions.ts';
import { createRequireSignalAccess } from '#server/modules/traders/require-signal-access.ts';
import { createSignedIn, createWhoCalls } from '#server/modules/accounts/sessions/signed-in.ts';
import { createTokens } from '#server/modules/accounts/sessions/tokens.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { createAnalyzeForecast } from '#server/modules/signals/analyze-forecast.ts';
import { createForecastChoice } from '#server/modules/signals/create-signals.ts';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';
import { createIssueSignal } from '#server/modules/signals/issue-signal.ts';
import { createStoreSignal } from '#server/modules/signals/store-signal.ts';
import { createModelCatalogue } from '#server/modules/signals/create-signals-module.ts';
import { createOwnSignals } from '#server/modules/signals/own-signals.ts';
import { signalsRoutes } from '#server/modules/signals/signals.routes.ts';
import { createSaveAnswer } from '#server/modules/traders/check/save-answer.ts';
import { createLlmModelsModule } from '#server/modules/llm-models/create-llm-models-module.ts';
import { aUser, storedAlone } from '#tests/support/a-signal.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { hourMs } from '#domain/time.ts';

/** Tuesday, 10:00:20 in New York: an open market outside the thin hours. */
const tuesday = Date.parse('2026-03-03T15:00:20.000Z');
const friday = Date.parse('2026-03-06T21:58:00.000Z');
const saturday = Date.parse('2026-03-07T12:00:00.000Z');
const thinHour = Date.parse('2026-03-03T22:30:20.000Z');

let database: TestDatabase;
let app: FastifyInstance;
let now = tuesday;
let tickAge = 500;
let passability = 57;
/** The user whose token is `activated`: the first one created. */
let ownId: string | undefined;
const clock = { now: () => now };
const hours: TradingHours = { calendar: 'forex', window: null, excludesThinHours: true };

const optimist: Forecaster = {
  key: 'kurs_ai_v2',
  version: 'test',
  onFeed: () => optimist,
  forecast: () => null,
  explain: () => ({
    baseRate: 56,
    sampleSize: 100,
    contributions: [{ feature: 'z_20', value: -2, effect: passability - 50 }],
  }),
};

let board = createBoard();

/**
 * Creates a new board with one fresh forecast, on EURUSD, because tests move the clock both ways.
 */
function put(): void {
  board = createBoard();
  board.put({
    model: 'kurs_ai_v2',
    modelVersion: 'test',
    symbol: 'EURUSD',
    barTime: now - 60_000,
    decidedAt: now,
    duration: 5,
    pUp: passability / 100,
    passability,
    signalFrom: 55,
    signalled: passability >= 55,
    session: 'day',
  });
}

let tokens: Record<'activated' | 'poor' | 'noReferral' | 'notActivated' | 'excluded' | 'thousand', string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const getTokens = createTokens({ secret: 'x'.repeat(40), clock: Date });
  const sessions = createSessions({
    db,
    tokens: getTokens,
    clock: Date,
    queueMail: async () => undefined,
    bus: createInProcessBus(),
  });
  const rules = { minBalance: 10, vipBalance: 1000, vipFreeUntil: null };
  const broker = { findTrader: async () => null };
  const bus = createInProcessBus();
  const enqueueUserEvents = createEnqueueUserEvents(bus, Date);
  const saveAnswer = createSaveAnswer({ db, enqueueUserEvents, invalidateUser: sessions.invalidateUser, rules });
  const unavailable = [{ key: 'kurs_ai_v1' as AiModelKey, reason: 'not_ready' }];
  const market = {
    feed: {
      id: 'simulated:1',
      kind: 'simulated' as const,
      isLive: false,
      symbols: ['EURUSD', 'GBPUSD'],
      notOffered: [],
    },
    get board() {
      return board;
    },
    lastTick: (symbol: string) => ({ symbol, time: now - tickAge, receivedAt: now, bid: 1.1, ask: 1.1 }),
    bars: () => [],
    explain: () => optimist.explain('EURUSD', 0, new Float64Array(), 5),
  };
  const { api: llmModels } = createLlmModelsModule({
    config: { llm: null, payout: 0.82 },
    llms: null,
    platform: {
      db,
      attempts: createAttempts({ db, clock: Date }),
      market,
      clock: Date,
      marketClock: clock,
      log: silentLog,
    },
  });
  const balances = { minBalance: 10, vipBalance: 1000 };
  const catalogue = createModelCatalogue({ forecasters: [optimist], unavailable, llmModels, ...balances });
  const { chooseForecast, readOutlook } = createForecastChoice({
    market,
    catalogue,
    llmModels,
    clock,
    hours,
    payout: 0.82,
    ...nothingRecorded,
  });
  const analyze = createAnalyzeForecast({ market, payout: 0.82 });
  app = await createTestApp({
    routes: [
      signalsRoutes({
        signedIn: createSignedIn({
          whoCalls: createWhoCalls(sessions),
          getSecondFactor: () => 'off',
        }),
        requireSignalAccess: createRequireSignalAccess({ broker, saveAnswer, rules, clock: Date, log: silentLog }),
        issueSignal: createIssueSignal({
          assertNotStopped: async () => undefined,
          db,
          market,
          chooseForecast,
          analyze,
          storeSignal: createStoreSignal({
            db,
            feed: market.feed.id,
            bus,
            enqueueUserEvents,
            ...storedAlone,
          }),
          hours,
          clock,
        }),
        isAdmin: () => false,
        forReadingOthers: [],
        chaseSignal: () => Promise.reject(new Error('not used in these tests')),
        ...createOwnSignals({ db, clock: Date, marketClock: clock, findUser: async () => undefined }),
        readOutlook,
      }),
    ],
  });
  const signIn = async (change: Partial<typeof users.$inferInsert>): Promise<string> => {
    const checked = { balance: 250, balanceCheckedAt: new Date(), referralId: randomUUID() };
    const user = await findUser(db, await aUser(db, { ...checked, ...change }));
    ownId ??= user?.id;
    return (await sessions.start(user as UserRow)).accessToken;
  };
  tokens = {
    activated: await signIn({}),
    poor: await signIn({ balance: 9.99 }),
    noReferral: await signIn({ referralId: null, balance: null, balanceCheckedAt: null }),
    notActivated: await signIn({ isActivated: false, referralId: null }),
    excluded: await signIn({ isSelfExcluded: true }),
    thousand: await signIn({ balance: 1000 }),
  };
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  now = tuesday;
  tickAge = 500;
  passability = 57;
  await database.db.delete(signals).catch(() => undefined);
});

const get = async (path: string, token: string | null = tokens.activated) => {
  put();
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  return app.inject({ url: path, headers: { ...authorization, 'accept-language': 'en' } });
};

it.each(['/python_api/signal', '/python_api/signal/', '/python_api/signal/kurs_ai_v2'])(
  'POST %s is answered with the method that is allowed',
  async (url) => {
    const answer = await app.inject({ method: 'POST', url });
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET']);
  },
);

it.each(['/python_api/signal', '/python_api/signal/kurs_ai_v2', `/python_api/signal/M2/${randomUUID()}`])(
  'HEAD %s issues nothing',
  async (url) => {
    put();
    const headers = { authorization: `Bearer ${tokens.activated}` };
    const answer = await app.inject({ method: 'HEAD', url, headers });
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET']);
    expect(await database.db.select().from(signals)).toEqual([]);
  },
);

describe('errors of a signal request, in the order of the contract', () => {
  it.each([
    ['without a token', null, 401, 'unauthenticated'],
    ['before the e-mail is activated', 'notActivated', 403, 'email_not_activated'],
    ['without a broker id', 'noReferral', 403, 'referral_required'],
    ['of a self-excluded trader', 'excluded', 403, 'self_excluded'],
    ['a cent below the minimum', 'poor', 403, 'balance_too_low'],
  ] as const)('%s', async (_title, who, status, code) => {
    const answer = await get('/python_api/signal/kurs_ai_v2', who === null ? null : tokens[who]);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  it('states balance and minimum', async () => {
    const answer = await get('/python_api/signal/kurs_ai_v2', tokens.poor);
    expect(answer.json().details).toEqual({ balance: 9.99, minBalance: 10 });
  });

  it('requires more than 1000 for VIP', async () => {
    const answer = await get('/python_api/signal/vip', tokens.thousand);
    expect(answer.json()).toMatchObject({ code: 'vip_balance_required', details: { balance: 1000, minBalance: 1000 } });
  });

  it('returns 401 before an error about the query', async () => {
    expect((await get('/python_api/signal?interval=4', null)).statusCode).toBe(401);
    expect((await get('/python_api/signal?interval=4')).json().code).toBe('validation_failed');
  });

  it('returns 404 for another user’s list before it reads the body', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/signal/user/${ownId}x`,
      headers: { authorization: `Bearer ${tokens.activated}` },
      payload: {},
    });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  });
});

describe('no signal', () => {
  it('when every pair abstains: reports how near the best one was, and when to retry', async () => {
    passability = 54;
    const answer = await get('/python_api/signal/kurs_ai_v2');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([404, '60']);
    expect(answer.json()).toMatchObject({
      code: 'no_signal',
      message: 'There are no signals available at the moment, please try again in a minute!',
      details: { reason: 'below_threshold', best: { symbol: 'EURUSD', passability: 54, signalFrom: 55 } },
    });
  });

  it('in the thin hours, except for the manual model', async () => {
    now = thinHour;
    expect((await get('/python_api/signal/kurs_ai_v2')).json().details.reason).toBe('thin_hours');
    expect((await get('/python_api/signal/manual?symbol=EURUSD')).statusCode).toBe(200);
  });

  it('when the only pair is excluded', async () => {
    expect((await get('/python_api/signal/kurs_ai_v2?exclude=EURUSD')).json().code).toBe('no_signal');
  });

  it('on a price older than five seconds', async () => {
    tickAge = limits.signalPriceMaxAgeMs + 1;
    const answer = await get('/python_api/signal/kurs_ai_v2');
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'feed_stale', '5']);
  });

  it.each([
    ['in a closed market', saturday],
    ['when the expiry would pass the close', friday],
  ])('%s: 409 with the next opening', async (_title, time) => {
    now = time;
    const answer = await get('/python_api/signal/kurs_ai_v2');
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'market_closed', details: { nextOpen: '2026-03-08T21:00:00.000Z' } });
  });

  it('from a disconnected model, without a substitute', async () => {
    const answer = await get('/python_api/signal/kurs_ai_v1');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'model_unavailable', details: { reason: 'not_ready' } });
  });

  it.each([
    ['unknown_model', '/python_api/signal/nobody'],
    ['unknown_symbol', '/python_api/signal/manual?symbol=XXXYYY'],
  ])('404 %s', async (code, path) => {
    const answer = await get(path);
    expect([answer.statusCode, answer.json().code]).toEqual([404, code]);
  });
});

describe('the text of a signal', () => {
  it('states the forecast and the measured figures separately', async () => {
    // Issued after signals of later hours, so its probability is aged.
    const { analytics, passability: stated } = (await get('/python_api/signal/kurs_ai_v2')).json();
    expect(analytics).toMatchObject({ baseRate: 0.56, sampleSize: 100 });
    expect(analytics.text).toContain(
      `with a win chance of ${Math.round(stated)}%. On past data, of 100 similar forecasts about 56 came true and 44 did not`,
    );
  });

  it('of the manual model states plainly when there is no edge', async () => {
    passability = 52;
    const { analytics } = (await get('/python_api/signal/manual?symbol=EURUSD')).json();
    expect(analytics.text).toContain('there’s no edge');
  });
});

describe('taking a signal', () => {
  const issue = async () => {
    const answer = await get('/python_api/signal/kurs_ai_v2');
    expect(answer.json()).toMatchObject({ status: 'entering' });
    return answer.json();
  };

  const take = (payload: object) =>
    app.inject({
      method: 'POST',
      url: `/api/signal/user/${ownId}`,
      headers: { authorization: `Bearer ${tokens.activated}` },
      payload,
    });

  it('returns 201 the first time and 200 after that, also after expiry; of concurrent calls one is the first', async () => {
    const issued = await issue();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => take(issued)));
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 200, 200, 200, 201]);
    now = tuesday + hourMs;
    expect((await take(issued)).statusCode).toBe(200);
  });

  it.each([
    ['passability', { passability: 99 }],
    ['signal', { signal: 'SELL' }],
    ['time', { time: '2026-03-03T15:00:19.000Z' }],
    ['openPrice', { openPrice: 1.2 }],
    ['isWinner', { isWinner: true }],
    ['status', { status: 'settled' }],
    [
      'analytics',
      {
        analytics: {
          baseRate: 0.9,
          breakEven: 0.5,
          contributions: [],
          indicators: [],
          levels: [],
          sampleSize: 1,
          text: '',
        },
      },
    ],
  ])('is rejected when %s differs from what was issued', async (field, forged) => {
    const issued = await issue();
    const answer = await take({ ...issued, ...forged });
    expect([answer.statusCode, answer.json().details]).toEqual([409, { field }]);
    expect((await database.db.select().from(signals))[0]?.takenAt).toBeNull();
  });
});
