import { z } from 'zod';
import { InclusionProof } from '#contract/record.ts';
import { recordPaths } from '#contract/record-paths.ts';
import { signalPaths } from '#contract/signal-paths.ts';
import { Signal, SymbolInfo, WireBar } from '#contract/signals.ts';
import type { AiModelKey } from '#domain/ai-model.ts';
import type { PickerDuration } from '#domain/duration.ts';
import { call, tell } from './call.ts';

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
  return call(`${path}?${query}`, Signal, { abort });
}

const SignalList = z.object({ items: z.array(Signal) });

export const listSignals = async (userId: string): Promise<readonly Signal[]> =>
  (await call(signalPaths.userSignals.replace(':id', userId), SignalList)).items;

export const deleteSignal = (id: string): Promise<void> =>
  tell(signalPaths.deleteSignal.replace(':id', id), { method: 'DELETE' });

export const listSymbols = (): Promise<SymbolInfo[]> => call(signalPaths.symbols, z.array(SymbolInfo));

export function listBars(symbol: string, from: number, to: number): Promise<WireBar[]> {
  const query = new URLSearchParams({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  return call(`${signalPaths.bars.replace(':symbol', symbol)}?${query}`, z.array(WireBar));
}

export const getProof = (signalId: string): Promise<InclusionProof> =>
  call(recordPaths.proof.replace(':id', signalId), InclusionProof);
type InclusionProof = z.infer<typeof InclusionProof>;
