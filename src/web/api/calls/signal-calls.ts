import { queryOptions } from '@tanstack/react-query';
import { recordPaths, signalPaths } from '#contract/paths.ts';
import type { RecordLeaves } from '#contract/record/views.ts';
import type { Signal, SymbolInfo, WireBar } from '#contract/signals.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import { isApiError } from '../api-error.ts';
import { fillPath, getJson, sendRequest } from '../request.ts';

interface SignalQuery {
  /** Null: the best forecast of all models and durations. */
  readonly model: AiModelKey | null;
  readonly interval: PickerDuration | 'any';
  readonly symbol: string | null;
  readonly exclude: readonly string[];
  /** Takes the surest forecast even without an edge, as practice. */
  readonly isPractice: boolean;
}

export function issueSignal(request: SignalQuery, abort: AbortSignal): Promise<Signal> {
  const query = new URLSearchParams({ interval: String(request.interval) });
  if (request.symbol) query.set('symbol', request.symbol);
  if (request.exclude.length > 0) query.set('exclude', request.exclude.join(','));
  if (request.isPractice) query.set('below', '1');
  const path = request.model === null ? signalPaths.signal : fillPath(signalPaths.signalByName, request.model);
  return getJson<Signal>(`${path}?${query}`, { abort });
}

export const listSignals = async (userId: string): Promise<readonly Signal[]> =>
  (await getJson<{ items: readonly Signal[] }>(fillPath(signalPaths.userSignals, userId))).items;

/** A signal that another tab has removed already is no error. */
export const deleteSignal = (id: string): Promise<void> =>
  sendRequest(fillPath(signalPaths.deleteSignal, id), { method: 'DELETE' }).catch((error: unknown) => {
    if (!isApiError(error, 'signal_not_found') && !isApiError(error, 'not_found')) throw error;
  });

export const symbolsQuery = queryOptions({
  queryKey: ['symbols'],
  queryFn: () => getJson<SymbolInfo[]>(signalPaths.symbols),
});

export function listBars(symbol: string, from: number, to: number): Promise<WireBar[]> {
  const query = new URLSearchParams({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  return getJson<WireBar[]>(`${fillPath(signalPaths.bars, symbol)}?${query}`);
}

export const getRecordEntry = (signalId: string): Promise<RecordLeaves> =>
  getJson(fillPath(recordPaths.entry, signalId));
