import { priceDigits } from '#domain/market/currency-pair.ts';
import { type LateOutcomes, lateOutcomes, parseLateEntry } from '#domain/signals/late-entry.ts';
import { isAiModelKey } from '#domain/signals/ai-model.ts';
import type { SignalEnd } from '#domain/statistics/count-ends.ts';
import { forecastKey } from '#domain/statistics/counted-forecast.ts';
import { isSignalLeaf, type OutcomeLeaf, parseLeaf, type SignalLeaf } from '#record/leaf.ts';
import type { SettledLeaf } from '../append/record.repository.ts';

/**
 * Uses the hashed content, not the row's kind, so that a loss relabelled as a forecast still
 * counts. Null: not the end of a signal.
 */
export function parseSignalEnd({
  ended,
  issued,
  issuedIndex,
}: Pick<SettledLeaf, 'ended' | 'issued' | 'issuedIndex'>): SignalEnd | null {
  const leaf = parseLeaf(issued);
  const end = parseLeaf(ended);
  if (!isSignalLeaf(leaf) || !isAiModelKey(leaf.model) || !('result' in end)) return null;
  const { id: signalId, feed, model, passability, hasEdge = true } = leaf;
  const endedAt = Date.parse(end.result === 'void' ? end.at : end.expiresAt);
  const late = end.result === 'void' ? null : toLateOutcomes(leaf, end);
  const key = forecastKey({ ...leaf, hasEdge, issuedAt: Date.parse(leaf.issuedAt) });
  const { result } = end;
  return { key, feed, forecast: { signalId, issuedIndex, model, passability, hasEdge, endedAt, result, late } };
}

/** Null: settled before late entries were recorded. */
function toLateOutcomes({ direction, symbol }: SignalLeaf, { closePrice, late }: OutcomeLeaf): LateOutcomes | null {
  if (!late) return null;
  const digits = priceDigits(symbol);
  return lateOutcomes(
    late.flatMap((line) => parseLateEntry(line) ?? []),
    { direction, closePrice, digits },
  );
}
