import type { HistorySort, SignalFilters } from '#contract/statistics.ts';
import { type AiModelKey, isAiModelKey } from '#domain/signals/ai-model.ts';
import { isSymbol } from '#domain/market/currency-pair.ts';
import { type Duration, durations } from '#domain/market/duration.ts';
import { type Outcome, outcomes } from '#domain/signals/outcome.ts';

/** In the address. Days are whole days of the user's zone, `YYYY-MM-DD`, both inclusive. */
export interface Filters {
  readonly symbol: string | null;
  readonly aiModel: AiModelKey | null;
  readonly duration: Duration | null;
  readonly result: Outcome | null;
  /** False: practice. */
  readonly hasEdge: boolean | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly sort: HistorySort;
}

/** Ignores invalid values in the address; swaps a reversed period. */
export function parseFilters(params: URLSearchParams): Filters {
  const symbol = params.get('symbol');
  const aiModel = params.get('aiModel');
  const [from, to] = inOrder(getDay(params.get('from')), getDay(params.get('to')));
  return {
    symbol: isSymbol(symbol) ? symbol : null,
    aiModel: isAiModelKey(aiModel) ? aiModel : null,
    duration: durations.find((minutes) => String(minutes) === params.get('duration')) ?? null,
    result: outcomes.find((outcome) => outcome === params.get('result')) ?? null,
    hasEdge: [true, false].find((value) => String(value) === params.get('hasEdge')) ?? null,
    from,
    to,
    sort: params.get('sort') === 'oldest' ? 'oldest' : 'newest',
  };
}

/** No filters, in the default order. */
export const noFilters = {
  symbol: null,
  aiModel: null,
  duration: null,
  result: null,
  hasEdge: null,
  from: null,
  to: null,
} as const;

/** Query parameters of these filters: only values that differ from the default. */
export function toParams(filters: Filters): URLSearchParams {
  const named = Object.entries(filters).filter(([, value]) => value !== null && value !== 'newest');
  return new URLSearchParams(named.map(([name, value]) => [name, String(value)]));
}

export const isNarrowed = ({ sort: _sort, ...filters }: Filters): boolean =>
  Object.values(filters).some((value) => value !== null);

/** Converts to the server's query: instants, with an exclusive end. */
export function toFilterQuery({ symbol, aiModel, duration, result, hasEdge, from, to }: Filters): SignalFilters {
  return {
    ...(symbol && { symbol }),
    ...(aiModel && { aiModel }),
    ...(duration && { duration }),
    ...(result && { result }),
    ...(hasEdge !== null && { hasEdge }),
    ...(from && { from: midnight(from, 0) }),
    ...(to && { to: midnight(to, 1) }),
  };
}

const getDay = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;

const inOrder = (from: string | null, to: string | null): [string | null, string | null] =>
  from !== null && to !== null && from > to ? [to, from] : [from, to];

/** Midnight in the user's zone, where days are not always 24 hours long. */
function midnight(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
