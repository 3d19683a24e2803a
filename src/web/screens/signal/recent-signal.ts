import type { Signal } from '#contract/signals.ts';
import { limits } from '#domain/signals/limits.ts';
import { readStored, writeStored } from '#web/storage/stored.ts';

/** Survives a reload and notifies other tabs; the pair is not offered again for twenty minutes. */
export function saveRecentSignal(signal: Signal, now: number): void {
  writeStored('signal', { id: signal.id, signal: signal.signal, symbol: signal.symbol });
  writeStored('prevSignal', { symbol: signal.symbol, ttl: now + limits.previousSignalWindowMs });
}

export function recentSymbols(now: number): readonly string[] {
  const previous = readStored('prevSignal');
  if (!previous) return [];
  if (previous.ttl > now) return [previous.symbol];
  writeStored('prevSignal', null);
  return [];
}
