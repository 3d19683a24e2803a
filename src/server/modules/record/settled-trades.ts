import { type AiModelKey, aiModelKeys, isAiModelKey } from '#domain/ai-model.ts';
import { createEquityWalk, type Equity, type Trade } from '#domain/equity.ts';
import type { OutcomeLeaf, SignalLeaf, VoidLeaf } from '#engine/record/leaf.ts';
import type { SettledLeaf } from './record.repository.ts';

interface Which {
  readonly feed: string;
  /** Absent: of all models. */
  readonly model: AiModelKey | undefined;
  /** Only those that ended then or later. */
  readonly from: number;
}

/** Every signal that has ended, market by market, in the order in which the record says so. */
export interface SettledTrades {
  add(leaf: SettledLeaf): void;
  equity(which: Which, payout: number): Equity;
}

const results = ['successful', 'neutral', 'unsuccessful'] as const;

/** Columns of numbers: a million signals are some 24 MB. */
interface Columns {
  readonly at: number[];
  readonly model: number[];
  readonly result: number[];
  /** The first 48 bits of the signal's id: enough to find one again. */
  readonly tag: number[];
}

const none: Columns = { at: [], model: [], result: [], tag: [] };

export function createSettledTrades(): SettledTrades {
  const byFeed = new Map<string, Columns>();
  const columnsOf = (feed: string): Columns => {
    const known = byFeed.get(feed) ?? { at: [], model: [], result: [], tag: [] };
    byFeed.set(feed, known);
    return known;
  };

  return {
    add: ({ ended, issued, takenBack }) => {
      const { id, model, feed } = JSON.parse(issued) as Partial<SignalLeaf>;
      // By what was hashed, not by the row's kind.
      if (id === undefined || feed === undefined || !isAiModelKey(model)) return;
      const leaf = JSON.parse(ended) as OutcomeLeaf | VoidLeaf;
      if (leaf.result === 'void') {
        if (takenBack !== null) takeBack(columnsOf(feed), tagOf(id));
        return;
      }
      const { at, ...columns } = columnsOf(feed);
      at.push(Date.parse(leaf.expiresAt));
      columns.model.push(aiModelKeys.indexOf(model));
      columns.result.push(results.indexOf(leaf.result));
      columns.tag.push(tagOf(id));
    },
    equity: (which, payout) => {
      // A market that anybody may name leaves nothing behind.
      const { at, result, ...columns } = byFeed.get(which.feed) ?? none;
      const model = which.model === undefined ? -1 : aiModelKeys.indexOf(which.model);
      const isWanted = (i: number): boolean => (at[i] ?? 0) >= which.from && (model < 0 || columns.model[i] === model);
      let count = 0;
      for (let i = 0; i < at.length; i += 1) if (isWanted(i)) count += 1;
      const walk = createEquityWalk(count, payout);
      for (let i = 0; i < at.length; i += 1) if (isWanted(i)) walk.take(at[i] ?? 0, resultAt(result, i));
      return walk.end();
    },
  };
}

const resultAt = (result: readonly number[], i: number): Trade['result'] => results[result[i] ?? 1] ?? 'neutral';

const tagOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** A void that comes after an outcome: it is seldom, and its signal is not long past. */
function takeBack({ at, model, result, tag }: Columns, wanted: number): void {
  const place = tag.lastIndexOf(wanted);
  if (place >= 0) for (const column of [at, model, result, tag]) column.splice(place, 1);
}
