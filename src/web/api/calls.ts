import type { z } from 'zod';
import type { InclusionProof } from '#contract/record.ts';
import { recordPaths } from '#contract/record-paths.ts';
import { signalPaths } from '#contract/signal-paths.ts';
import type { Signal, SymbolInfo, WireBar } from '#contract/signals.ts';
import type { AiModelKey } from '#domain/ai-model.ts';
import type { PickerDuration } from '#domain/duration.ts';
import { ask, tell } from './call.ts';

export interface SignalWish {
  readonly model: AiModelKey;
  readonly interval: PickerDuration;
  readonly symbol: string | null;
  readonly exclude: readonly string[];
}

export function issueSignal(wish: SignalWish, abort: AbortSignal): Promise<Signal> {
  const query = new URLSearchParams({ interval: String(wish.interval) });
  if (wish.symbol) query.set('symbol', wish.symbol);
  if (wish.exclude.length > 0) query.set('exclude', wish.exclude.join(','));
  const path = signalPaths.signalByName.replace(':name', encodeURIComponent(wish.model));
  return ask<Signal>(`${path}?${query}`, { abort });
}

export const listSignals = async (userId: string): Promise<readonly Signal[]> =>
  (await ask<{ items: readonly Signal[] }>(signalPaths.userSignals.replace(':id', userId))).items;

export const deleteSignal = (id: string): Promise<void> =>
  tell(signalPaths.deleteSignal.replace(':id', id), { method: 'DELETE' });

export const listSymbols = (): Promise<SymbolInfo[]> => ask<SymbolInfo[]>(signalPaths.symbols);

export function listBars(symbol: string, from: number, to: number): Promise<WireBar[]> {
  const query = new URLSearchParams({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  return ask<WireBar[]>(`${signalPaths.bars.replace(':symbol', symbol)}?${query}`);
}

export const getProof = (signalId: string): Promise<z.infer<typeof InclusionProof>> =>
  ask(recordPaths.proof.replace(':id', signalId));
