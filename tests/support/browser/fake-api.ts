import type { EventName } from '#contract/event-names.ts';
import { events } from '#contract/events.ts';
import { ApiErrorBody } from '#contract/api-error.ts';
import { ChangePayoutsBody, Payouts } from '#contract/payout.ts';
import type { SiteSettings } from '#contract/site.ts';
import { RecordStart } from '#contract/record/record.ts';
import { type WireBar, WorkingStats } from '#contract/prices.ts';
import { type ForecastBelow, NoSignalDetails, Outlook, PairOutlook, type Prospect, Signal } from '#contract/signals.ts';
import { type AiModelKey, aiModels } from '#domain/signals/ai-model.ts';
import { type PickerDuration, pickerDurations } from '#domain/market/duration.ts';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { type ErrorCode, errorStatus } from '#domain/error-code.ts';
import { returningVisitor, returningVisitorKeys } from './returning-visitor.ts';
import { accountAnswers, aUser, type FakeAccounts, fakeAccounts, getSession, refuse } from './fake-accounts.ts';
import { autoRunAnswers, type FakeAutomatic, fakeAutomatic } from './fake-automatic.ts';
import { type FakeTraders, fakeTraders, traderAnswers } from './fake-traders.ts';
import {
  type Answers,
  type Call,
  type FakeAnswer,
  isPage,
  none,
  ok,
  serve,
  type Server,
} from '#tests/support/network/serve.ts';

/** The fake's clock; tests set the browser's clock to it as well. */
export const noon = Date.parse('2026-11-18T12:00:00.000Z');

export const iso = (at: number): string => new Date(at).toISOString();

export const aWorkingStats = (over: Partial<WorkingStats> = {}): WorkingStats =>
  WorkingStats.parse({
    open: true,
    days: [1, 2, 3, 4, 5],
    from: '08:00',
    to: '22:00',
    timezone: 'Europe/Kyiv',
    now: iso(noon),
    nextOpen: null,
    nextClose: iso(noon + 7_200_000),
    holidays: [],
    feed: { kind: 'simulated', live: false, delayMs: 120 },
    notice: null,
    models: aiModels.map(({ key, name }) => ({
      key,
      name,
      available: !key.includes('chatgpt'),
      ...(key.includes('chatgpt') && { reason: 'no_key' }),
      minBalance: key === 'vip' ? 1000 : 10,
    })),
    ...over,
  });

const contributions = [
  ['z_120', -1.7, 3.4],
  ['rsi_14', 34.2, 2.6],
  ['ema_distance_20', -1.8, -1.9],
  ['macd_histogram', 0.4, 1.7],
  ['position_14', 22.4, 1.5],
  ['range_now', 0.5, -0.8],
  ['day_minute', 1140, 0.4],
  ['strength_10', 0.3, 0.3],
  ['forecast_age', 12, -0.2],
] as const;

export const aLiveSignal = (over: Partial<Signal> = {}): Signal =>
  Signal.parse({
    id: '3f0f7c1e-58a4-4a5b-9d5a-0d6f2a3b4c5d',
    symbol: 'EURUSD',
    signal: 'BUY',
    time: iso(noon - 62_000),
    duration: 5,
    aiModel: 'kurs_ai_v2',
    status: 'live',
    openPrice: 1.08432,
    openedAt: iso(noon - 60_000),
    closePrice: null,
    expiresAt: iso(noon + 240_000),
    result: null,
    voidReason: null,
    isWinner: null,
    passability: 57,
    payout: 0.82,
    breakEven: 1 / 1.82,
    hasEdge: true,
    recordIndex: 48_210,
    analytics: {
      baseRate: 0.563,
      breakEven: 1 / 1.82,
      contributions: contributions.map(([feature, value, effect]) => ({ feature, value, effect })),
      indicators: [
        { name: 'rsi_14', value: 34.2, reading: 'neutral' },
        { name: 'z_20', value: -2.1, reading: 'oversold' },
      ],
      levels: [
        { name: 'high_60', price: 1.08467 },
        { name: 'low_60', price: 1.08396 },
      ],
      sampleSize: 1126,
      text: '',
    },
    ...over,
  });

/** Below break-even, taken all the same. */
export const practice = { passability: 52, hasEdge: false } as const;

export const anEnteringSignal = (): Signal =>
  aLiveSignal({ status: 'entering', openPrice: null, openedAt: null, expiresAt: null, time: iso(noon) });

export const aSettledSignal = (result: NonNullable<Signal['result']>): Signal => {
  const closes = { successful: 1.08461, unsuccessful: 1.08409, neutral: 1.08432, void: null };
  return aLiveSignal({
    status: 'settled',
    time: iso(noon - 302_000),
    openedAt: iso(noon - 300_000),
    expiresAt: iso(noon),
    closePrice: closes[result],
    result,
    voidReason: result === 'void' ? 'no_closing_tick' : null,
    isWinner: result === 'successful' ? true : result === 'unsuccessful' ? false : null,
  });
};

/** An instant in the thin hours: 17:30 in New York, in winter. */
export const lateEvening = Date.parse('2026-11-17T22:30:00.000Z');

export const aThinHourSignal = (): Signal =>
  aLiveSignal({
    time: iso(lateEvening - 7_000),
    openedAt: iso(lateEvening - 5_000),
    expiresAt: iso(lateEvening + 295_000),
    analytics: { ...aLiveSignal().analytics, sampleSize: 0 },
  });

export const rejection = (code: ErrorCode, message: string, details?: unknown, retryAfter?: number): FakeAnswer => ({
  status: errorStatus[code],
  body: ApiErrorBody.parse({ code, message, details, requestId: 'req-1' }),
  ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
});

const aForecastBelow = (over: Partial<ForecastBelow> = {}): ForecastBelow => ({
  aiModel: 'kurs_ai_v2',
  symbol: 'GBPUSD',
  signal: 'BUY',
  duration: 5,
  passability: 52,
  payout: 0.82,
  breakEven: 1 / 1.82,
  ...over,
});

/** No signal: the reason, and what is best instead. */
export const noSignal = (reason: NoSignalDetails['reason'], over: Partial<NoSignalDetails> = {}): FakeAnswer =>
  rejection(
    'no_signal',
    '',
    NoSignalDetails.parse({
      reason,
      best: aForecastBelow(),
      waitSeconds: null,
      resumesAt: null,
      ...over,
    }),
    48,
  );

const outlookModels = ['kurs_ai_v2', 'kurs_ai_v1', '13_squad', '36trade_ai_plus'] as const;

/** What a model sees for every duration: an edge, or why not. */
type Seen = Partial<Omit<Outlook['models'][number]['durations'][number], 'interval'>>;

export const aProspect = (over: Partial<Prospect> = {}): Prospect => ({
  symbol: 'GBPUSD',
  passability: 57,
  decidedAt: iso(noon),
  payout: 0.85,
  breakEven: 1 / 1.85,
  hasEdge: true,
  ...over,
});

const anEdge: Seen = { best: aProspect(), reason: null };

/** What the trader's broker pays, said by the trader. */
export const somePayouts = (over: Partial<Payouts> = {}): Payouts =>
  Payouts.parse({ default: { percent: 85, updatedAt: iso(noon), statedBy: 'trader' }, bySymbol: {}, ...over });

/** No edge, with a best forecast of this passability. */
const below = (passability = 52, reason: NoSignalDetails['reason'] = 'below_threshold'): Seen => ({
  best: aProspect({ passability, hasEdge: false }),
  reason,
});

/** Kurs AI v2 is the first of three models that see an edge; SQUAD does not. */
export const anOutlook = (
  over: Partial<Record<AiModelKey, Seen>> = {},
  rest: Partial<Pick<Outlook, 'resumesAt'>> = {},
): Outlook =>
  Outlook.parse({
    resumesAt: null,
    models: outlookModels.map((aiModel) => ({
      aiModel,
      durations: pickerDurations.map((interval) => getProspect(aiModel, interval, over[aiModel] ?? {})),
    })),
    ...rest,
  });

/** Nothing has an edge, for this reason. */
export const aSilentOutlook = (
  reason: NoSignalDetails['reason'],
  passability = 52,
  rest: Partial<Pick<Outlook, 'resumesAt'>> = {},
): Outlook => anOutlook(Object.fromEntries(outlookModels.map((key) => [key, below(passability, reason)])), rest);

function getProspect(aiModel: AiModelKey, interval: PickerDuration, over: Seen) {
  return { interval, ...(aiModel === '13_squad' ? below(53.1) : anEdge), minutes: null, ...over };
}

export const found = (signal: Signal): FakeAnswer => ok(signal);

/** Out of season, and no demo. */
export const aSite = (over: Partial<SiteSettings> = {}): SiteSettings => ({
  theme: 'halloween',
  decorations: false,
  devtoolsBlocking: false,
  hasContest: false,
  hasMailbox: false,
  hasErrorReports: false,
  vipFreeUntil: null,
  payout: 0.82,
  demoAccount: null,
  ...over,
});

export interface FakeState {
  isSignedIn: boolean;
  /** Sees the product for the first time: tutorial, cookie notice and decorations included. */
  isNewcomer: boolean;
  stats: WorkingStats;
  /** The operator's settings; null: the server does not answer. */
  site: SiteSettings | null;
  outlook: Outlook;
  payouts: Payouts;
  /** Bodies of PUT payout. */
  readonly payoutChanges: ChangePayoutsBody[];
  signals: Signal[];
  /** The answer to a signal request; null: no answer. */
  issue: FakeAnswer | null;
  /** The answer when practice is asked for; null: the same. */
  practice: FakeAnswer | null;
  /** Search parameters of every signal request. */
  readonly signalRequests: URLSearchParams[];
  balance: number;
  accounts: FakeAccounts;
  traders: FakeTraders;
  automatic: FakeAutomatic;
}

export interface FakeApi extends FakeState {
  /** Sends events down the open stream. */
  push(name: EventName, data: unknown): Promise<void>;
  /** Sends the newest event once more, with the same id, as a resumed stream may. */
  repeat(): Promise<void>;
}

/** The product's API as the browser sees it, each body checked against the contract. */
export async function fakeApi(server: Server, over: Partial<FakeState> = {}): Promise<FakeApi> {
  const streams: ((answer: FakeAnswer) => void)[] = [];
  let isStreaming = Promise.withResolvers<void>();
  let lastId = 0;
  let newest = '';
  const send = async (): Promise<void> => {
    while (streams.length === 0) await isStreaming.promise;
    isStreaming = Promise.withResolvers<void>();
    streams.pop()?.({
      status: 200,
      body: `retry: 50\n\n${newest}`,
      headers: { 'content-type': 'text/event-stream' },
    });
  };
  const state: FakeApi = {
    isSignedIn: true,
    isNewcomer: false,
    stats: aWorkingStats(),
    site: null,
    outlook: anOutlook(),
    payouts: somePayouts(),
    payoutChanges: [],
    signals: [],
    issue: null,
    practice: null,
    signalRequests: [],
    balance: 124.5,
    accounts: fakeAccounts({ user: aUser({ balance: over.balance ?? 124.5 }) }),
    traders: fakeTraders(),
    automatic: fakeAutomatic(),
    ...over,
    async push(name, data) {
      if (name === 'signal' || name === 'result') state.signals = [Signal.parse(data)];
      newest = `id: ${++lastId}\nevent: ${name}\ndata: ${JSON.stringify(events[name].parse(data))}\n\n`;
      await send();
    },
    repeat: send,
  };
  const stream = (): Promise<FakeAnswer> =>
    new Promise((resolve) => {
      streams.push(resolve);
      isStreaming.resolve();
    });
  await serve<FakeState>(server, state, { 'GET /api/events': stream, ...answers }, refuse);
  if (state.isNewcomer) state.accounts.closedTours = [];
  await store(server, state);
  return state;
}

/** What the browser holds before its first page. */
async function store(server: Server, { isNewcomer, isSignedIn }: FakeState): Promise<void> {
  if (isPage(server)) {
    if (!isNewcomer) await returningVisitor(server);
    if (isSignedIn) await server.addInitScript(() => localStorage.setItem('token', 'a-token'));
    return;
  }
  for (const [key, value] of Object.entries(isNewcomer ? {} : returningVisitorKeys)) localStorage.setItem(key, value);
  if (isSignedIn) localStorage.setItem('token', 'a-token');
}

const answers: Answers<FakeState> = {
  ...accountAnswers,
  ...traderAnswers,
  ...autoRunAnswers,
  'GET /api/signal/workingStats': ({ stats }) => ok(stats),
  'GET /api/site': ({ site }) => site && ok(site),
  'GET /api/refresh': (state) => (state.isSignedIn ? getSession(state) : rejection('unauthenticated', 'Увійдіть')),
  'POST /api/login': (state, { body }) =>
    (body as { password: string }).password === 'Kurs-demo-1'
      ? getSession(state)
      : rejection('invalid_credentials', 'Неправильна пошта або пароль.'),
  'POST /api/logout': () => none,
  'GET /api/signal/user/:id': ({ signals }) => ok({ items: signals }),
  'DELETE /api/signal/delete/:id': (state) => {
    state.signals = [];
    return none;
  },
  'GET /api/record': () => ok(aRecordStart()),
  'GET /python_api/outlook': ({ outlook }) => ok(outlook),
  'GET /python_api/outlook/pairs': () => ok(PairOutlook.parse({ pairs: somePairs })),
  'GET /api/payout': ({ payouts }) => ok(payouts),
  'PUT /api/payout': changePayouts,
  'GET /python_api/symbols': () => ok(symbols),
  'GET /python_api/bars/:symbol': ({ stats }, { query }) => ok(someBars(query, Date.parse(stats.now))),
  'GET /python_api/signal': issueSignal,
  'GET /python_api/signal/M2/:id': issueSignal,
  'GET /python_api/signal/:name': issueSignal,
};

function issueSignal(state: FakeState, { query }: Call): FakeAnswer | Promise<never> {
  state.signalRequests.push(query);
  const issued = query.get('below') === '1' ? (state.practice ?? state.issue) : state.issue;
  if (issued?.status === 200) state.signals = [Signal.parse(issued.body)];
  return issued ?? new Promise(() => undefined);
}

/** Above what 85 % needs, below it, and without a lean. */
const somePairs = [
  aProspect({ symbol: 'EURUSD', passability: 56.3 }),
  aProspect({ symbol: 'GBPUSD', passability: 53, hasEdge: false }),
  aProspect({ symbol: 'USDJPY', passability: 50.2, hasEdge: false }),
];

function changePayouts(state: FakeState, { body }: Call): FakeAnswer<Payouts> {
  const change = ChangePayoutsBody.parse(body);
  state.payoutChanges.push(change);
  const say = (percent: number) => ({ percent, updatedAt: iso(noon), statedBy: 'trader' as const });
  const bySymbol = new Map(Object.entries(state.payouts.bySymbol));
  for (const [symbol, percent] of Object.entries(change.bySymbol ?? {}))
    if (percent === null) bySymbol.delete(symbol);
    else bySymbol.set(symbol, say(percent));
  const own = change.default === undefined ? state.payouts.default : say(change.default);
  state.payouts = Payouts.parse({ default: own, bySymbol: Object.fromEntries(bySymbol) });
  return ok(state.payouts);
}

export const aRecordStart = (over: Partial<RecordStart> = {}): RecordStart =>
  RecordStart.parse({
    state: 'kept',
    witnesses: { count: 3, quorum: 2 },
    key: 'kurs.test/record+00000000+AA==',
    size: 0,
    checkpoint: '',
    genesis: null,
    ...over,
  });

const symbols = currencyPairs.map(({ symbol, base, quote, digits }) => ({
  symbol,
  name: `${base}/${quote}`,
  base,
  quote,
  digits,
  isOpen: symbol !== 'CADCHF',
  isOffered: true,
}));

/** A wave around the entry price, identical each time. */
function someBars(query: URLSearchParams, now: number): WireBar[] {
  const from = Math.ceil(Date.parse(query.get('from') ?? '') / 60_000);
  const to = Math.floor(Math.min(now, Date.parse(query.get('to') ?? '')) / 60_000);
  return wave(from, Math.max(0, to - from + 1));
}

function wave(from: number, count: number): WireBar[] {
  return Array.from({ length: count }, (_, index) => {
    const price = (minute: number): number =>
      rounded(1.0843 + 0.0002 * Math.sin(minute / 4) + 0.0001 * Math.sin(minute * 1.7));
    const [open, close] = [price(from + index), price(from + index + 1)];
    return {
      time: iso((from + index) * 60_000),
      open,
      close,
      high: rounded(Math.max(open, close) + 0.00004),
      low: rounded(Math.min(open, close) - 0.00004),
    };
  });
}

function rounded(price: number): number {
  return Number(price.toFixed(5));
}
