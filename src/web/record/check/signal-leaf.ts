import type { RecordEntries } from '#contract/record/views.ts';
import { type AiModelKey, isAiModelKey } from '#domain/signals/ai-model.ts';
import { pairName, priceDigits } from '#domain/market/currency-pair.ts';
import { type Direction, directions } from '#domain/market/direction.ts';
import { type Outcome, outcomes, type VoidReason, voidReasons } from '#domain/signals/outcome.ts';

type Leaf = Readonly<Record<string, unknown>> | undefined;

/** The contents of an opened signal leaf. */
export interface SignalLeaf {
  readonly pair: string;
  readonly digits: number;
  readonly direction: Direction;
  /** Percent. */
  readonly passability: number;
  readonly duration: number;
  readonly model: AiModelKey | null;
  /** False: practice. */
  readonly hasEdge: boolean;
}

/** Null: not opened, or not a signal leaf. */
export function parseSignalLeaf(leaf: Leaf): SignalLeaf | null {
  if (!leaf) return null;
  const { symbol, direction: stated, passability, duration, model, hasEdge } = leaf;
  const direction = directions.find((one) => one === stated);
  if (typeof symbol !== 'string' || typeof passability !== 'number' || typeof duration !== 'number' || !direction)
    return null;
  return {
    pair: pairName(symbol),
    digits: priceDigits(symbol),
    direction,
    passability,
    duration,
    model: isAiModelKey(model) ? model : null,
    hasEdge: hasEdge === true,
  };
}

/** Null: no outcome yet. */
export const parseResult = (leaf: Leaf): Outcome | null => outcomes.find((one) => one === leaf?.['result']) ?? null;

/** Null: the leaf is not void. */
export const parseVoidReason = (leaf: Leaf): VoidReason | null =>
  voidReasons.find((one) => leaf?.['result'] === 'void' && one === leaf['reason']) ?? null;

export type Entry = RecordEntries['items'][number];
