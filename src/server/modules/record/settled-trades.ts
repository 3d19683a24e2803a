import { type AiModelKey, isAiModelKey } from '#domain/ai-model.ts';
import type { Trade } from '#domain/equity.ts';
import type { OutcomeLeaf, SignalLeaf, VoidLeaf } from '#engine/record/leaf.ts';
import type { SettledLeaf } from './record.repository.ts';

/** Every signal that has ended on one market, in the order in which the record says so. */
export interface SettledTrades {
  add(leaf: SettledLeaf): void;
  /** Of one model, or of all; only those that ended at `from` or later. */
  list(feed: string, model: AiModelKey | undefined, from: number): Trade[];
}

interface Kept extends Trade {
  readonly model: AiModelKey;
  readonly id: string;
}

export function createSettledTrades(): SettledTrades {
  const byFeed = new Map<string, Kept[]>();

  const takeBack = (kept: Kept[], id: string): void => {
    const at = kept.findLastIndex((one) => one.id === id);
    if (at >= 0) kept.splice(at, 1);
  };

  return {
    add: ({ ended, issued, takenBack }) => {
      const { id, model, feed } = JSON.parse(issued) as Partial<SignalLeaf>;
      // By what was hashed, not by the row's kind.
      if (id === undefined || feed === undefined || !isAiModelKey(model)) return;
      const kept = byFeed.get(feed) ?? [];
      byFeed.set(feed, kept);
      const leaf = JSON.parse(ended) as OutcomeLeaf | VoidLeaf;
      if (leaf.result !== 'void') kept.push({ at: Date.parse(leaf.expiresAt), result: leaf.result, model, id });
      else if (takenBack !== null) takeBack(kept, id);
    },
    list: (feed, model, from) =>
      (byFeed.get(feed) ?? []).filter((one) => one.at >= from && (model === undefined || one.model === model)),
  };
}
