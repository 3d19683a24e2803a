import type { Signal } from '#contract/signals.ts';
import { SignalHistory, SignalStats } from '#contract/statistics.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { pickerDurations } from '#domain/market/duration.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import type { ProofState } from '#domain/record/proof-state.ts';
import { type Answers, type FakeAnswer, none, ok, serve, type Server } from '#tests/support/network/serve.ts';
import { aLiveSignal, aSettledSignal, iso, noon } from './fake-api.ts';

const pairs = ['EURUSD', 'GBPJPY', 'AUDUSD', 'EURCHF', 'USDCAD', 'USDJPY', 'NZDUSD'];

/**
 * `count` signals, newest first, eleven minutes apart; every outcome, model and duration occurs.
 */
export const someSignals = (count: number): Signal[] =>
  Array.from({ length: count }, (_, index) => {
    const at = noon - 660_000 * (index + 1);
    return {
      ...aSettledSignal(
        index % 7 === 3 ? 'neutral' : index % 29 === 28 ? 'void' : (index * 5) % 9 < 4 ? 'unsuccessful' : 'successful',
      ),
      id: `3f0f7c1e-58a4-4a5b-9d5a-${String(index).padStart(12, '0')}`,
      symbol: pairs[index % pairs.length] ?? 'EURUSD',
      signal: index % 3 ? 'BUY' : 'SELL',
      aiModel: aiModelKeys[index % aiModelKeys.length] ?? 'manual',
      duration: pickerDurations[index % pickerDurations.length] ?? 5,
      passability: 54 + (index % 9),
      time: iso(at),
      openedAt: iso(at + 400),
      expiresAt: iso(at + 300_400),
    } satisfies Signal;
  });

export interface FakeHistory {
  signals: Signal[];
  removed: number;
  /** Search parameters of every page request. */
  readonly requested: URLSearchParams[];
  /** Search parameters of the last file request. */
  file: URLSearchParams | null;
  /** Returned instead of an answer. */
  rejection: FakeAnswer | null;
}

/** The history as the server implements it: filters, pages, figures, a file and removals. */
export async function fakeHistory(server: Server, signals: Signal[]): Promise<FakeHistory> {
  const state: FakeHistory = { signals, removed: 0, requested: [], file: null, rejection: null };
  await serve(server, state, answers);
  return state;
}

const answers: Answers<FakeHistory> = {
  'DELETE /api/signal/delete/:id': (state, { params }) => {
    state.signals = state.signals.filter(({ id }) => id !== params.id);
    state.removed += 1;
    return none;
  },
  'GET /api/signal/user/stats': (state, { query }) =>
    state.rejection ?? ok(computeStats(choose(state, query), state.removed)),
  'GET /api/signal/user/history': (state, { query, headers }) => {
    if (state.rejection) return state.rejection;
    const chosen = choose(state, query);
    if (headers.get('accept') === 'text/csv') {
      state.file = query;
      const body = `id\r\n${chosen.map(({ id }) => id).join('\r\n')}`;
      return { status: 200, body: new TextEncoder().encode(body), headers: { 'content-type': 'text/csv' } };
    }
    state.requested.push(query);
    return ok(toPage(chosen, query));
  },
};

const choose = ({ signals }: FakeHistory, query: URLSearchParams) => signals.filter((signal) => fits(signal, query));

function fits(signal: Signal, query: URLSearchParams): boolean {
  const equal = (['symbol', 'aiModel', 'duration', 'result'] as const).every(
    (name) => !query.has(name) || query.get(name) === String(signal[name]),
  );
  const isKind = !query.has('hasEdge') || query.get('hasEdge') === String(signal.hasEdge);
  return equal && isKind && signal.time >= (query.get('from') ?? '') && signal.time < (query.get('to') ?? '~');
}

function toPage(chosen: readonly Signal[], query: URLSearchParams): SignalHistory {
  const sorted = query.get('sort') === 'oldest' ? chosen.toReversed() : chosen;
  const from = Number(query.get('cursor') ?? 0);
  const to = from + Number(query.get('limit') ?? 50);
  return SignalHistory.parse({
    items: sorted.slice(from, to).map((signal) => ({ ...signal, proof: getProof(signal) })),
    nextCursor: to < sorted.length ? String(to) : null,
    total: sorted.length,
  });
}

/** Every state occurs: an open signal can still be proven, and a few were not in time. */
function getProof({ status, id }: Signal): ProofState {
  if (status !== 'settled') return 'pending';
  return Number(id.slice(-2)) % 7 === 5 ? 'unproven' : 'proven';
}

function computeTally(signals: readonly Signal[]) {
  const [successful, neutral, unsuccessful, voided] = outcomes.map(
    (outcome) => signals.filter(({ result }) => result === outcome).length,
  ) as [number, number, number, number];
  const decided = successful + unsuccessful;
  return {
    total: decided + neutral,
    successful,
    neutral,
    unsuccessful,
    void: voided,
    winRate: decided === 0 ? null : successful / decided,
  };
}

function computeStats(all: readonly Signal[], removed: number): SignalStats {
  const signals = all.filter(({ hasEdge }) => hasEdge);
  const by = <Key extends keyof Signal>(key: Key) =>
    [...Map.groupBy(signals, (signal) => signal[key])].map(([value, group]) => ({
      [key]: value,
      ...computeTally(group),
    }));
  const byHour = [...Map.groupBy(signals, ({ time }) => new Date(time).getUTCHours())];
  const decided = signals.filter(({ isWinner }) => isWinner !== null);
  const bins = [...Map.groupBy(decided, ({ passability }) => Math.floor(passability / 2))].toSorted(
    ([a], [b]) => a - b,
  );
  return SignalStats.parse({
    ...computeTally(signals),
    practice: computeTally(all.filter(({ hasEdge }) => !hasEdge)),
    removed,
    byModel: by('aiModel').map((group) => ({ ...group, low: null, high: null })),
    bySymbol: by('symbol'),
    byHour: byHour.map(([hour, group]) => ({ hour, ...computeTally(group) })),
    calibration: bins.map(([bin, group]) => ({
      stated: (bin * 2 + 1) / 100,
      real: group.filter(({ isWinner }) => isWinner).length / group.length,
      count: group.length,
    })),
  });
}

/** Puts an open signal at the top of the list. */
export const withOpen = (signals: readonly Signal[]): Signal[] => [aLiveSignal(), ...signals];
