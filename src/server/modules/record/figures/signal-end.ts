import { findPair } from '#domain/market/currency-pair.ts';
import { type LateOutcomes, lateOutcomes, readLateEntry } from '#domain/signals/late-entry.ts';
import { isAiModelKey } from '#domain/signals/ai-model.ts';
import type { SignalEnd } from '#domain/statistics/count-ends.ts';
import { forecastKey } from '#domain/statistics/counted-forecast.ts';
import { isSignalLeaf, type OutcomeLeaf, readLeaf, type SignalLeaf } from '#record/leaf.ts';
import type { SettledLeaf } from '../append/record.repository.ts';

/**
 * Uses the hashed content, not the row's kind, so that a loss relabelled as a forecast still
 * counts. Null: not the end of a signal.
 */
export function readSignalEnd({
  ended,
  issued,
  issuedIndex,
}: Pick<SettledLeaf, 'ended' | 'issued' | 'issuedIndex'>): SignalEnd | null {
  const leaf = readLeaf(issued);
  const end = readLeaf(ended);
  if (!isSignalLeaf(leaf) || !isAiModelKey(leaf.model) || !('result' in end)) return null;
  const { id: signalId, feed, model, passability, hasEdge = true } = leaf;
  const endedAt = Date.parse(end.result === 'void' ? end.at : end.expiresAt);
  const late = end.result === 'void' ? null : lateOutcomesOf(leaf, end);
  const key = forecastKey({ ...leaf, hasEdge, issuedAt: Date.parse(leaf.issuedAt) });
  const { result } = end;
  return { key, feed, forecast: { signalId, issuedIndex, model, passability, hasEdge, endedAt, result, late } };
}

/** Null: settled before late entries were recorded. */
function lateOutcomesOf({ direction, symbol }: SignalLeaf, { closePrice, late }: OutcomeLeaf): LateOutcomes | null {
  if (!late) return null;
  const digits = findPair(symbol)?.digits ?? 5;
  return lateOutcomes(
    late.flatMap((line) => readLateEntry(line) ?? []),
    { direction, closePrice, digits },
  );
}
