import { AutoRun, StartAutoRunBody } from '#contract/signals.ts';
import { type AiModelKey, aiModelKeys } from '#domain/signals/ai-model.ts';
import { type Answers, type FakeAnswer, none, ok } from '#tests/support/network/serve.ts';
import { aKnownModel, toPublished, toRated } from './fake-figures.ts';

/** The same noon as in the other fakes. */
const noon = Date.parse('2026-11-18T12:00:00.000Z');
const iso = (at: number): string => new Date(at).toISOString();

/** Six signals today, the next one in 42 seconds. */
export const anAutoRun = (over: Partial<AutoRun> = {}): AutoRun =>
  AutoRun.parse({
    id: '5b0f7c1e-58a4-4a5b-9d5a-0d6f2a3b4c5d',
    aiModel: 'kurs_ai_v2',
    interval: 5,
    symbol: null,
    count: null,
    take: true,
    found: null,
    state: 'waiting',
    startedAt: iso(noon - 1_500_000),
    nextSignalAt: iso(noon + 42_000),
    signalsToday: 6,
    lossesInARow: 1,
    limits: { stopAfterLosses: 3, dailyLimit: 10 },
    lastSignalId: null,
    ...over,
  });

/** Automatic signals and the record's figures as the browser sees them. */
export interface FakeAutomatic {
  run: AutoRun | null;
  /** Bodies of POST start. */
  readonly starts: (typeof StartAutoRunBody)['_output'][];
  /** The error of POST start; null: it succeeds. */
  rejection: FakeAnswer | null;
  /** Wins of 214 outcomes, for every model; null: too few. */
  won: number | null;
}

export const fakeAutomatic = (over: Partial<FakeAutomatic> = {}): FakeAutomatic => ({
  run: null,
  starts: [],
  rejection: null,
  won: null,
  ...over,
});

interface State {
  readonly automatic: FakeAutomatic;
}

export const autoRunAnswers: Answers<State> = {
  'GET /api/signal/session': ({ automatic }) => ok({ session: automatic.run }),
  'POST /api/signal/stop': ({ automatic }) => {
    automatic.run = null;
    return none;
  },
  'POST /api/signal/start': ({ automatic }, { body }) => automatic.rejection ?? start(body, automatic),
  'GET /api/record/figures': ({ automatic }) =>
    ok(toPublished(aiModelKeys.map((model) => computeFigures(model, automatic.won)))),
};

function start(body: unknown, state: FakeAutomatic) {
  const { stopAfterLosses, dailyLimit = 10, symbol = null, count = null, ...request } = StartAutoRunBody.parse(body);
  state.starts.push(StartAutoRunBody.parse(body));
  state.run = anAutoRun({
    ...request,
    symbol,
    count,
    limits: { stopAfterLosses, dailyLimit },
    state: 'searching',
    startedAt: iso(noon),
    signalsToday: 0,
    lossesInARow: 0,
    nextSignalAt: iso(noon),
  });
  return ok({ session: state.run });
}

const measured = 214;

const computeFigures = (model: AiModelKey, won: number | null) =>
  aKnownModel(model, won === null ? {} : { signals: toRated(measured, won / measured) });
