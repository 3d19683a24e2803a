import type { RecordKeyTerm } from '#record/record-handover.ts';
import type { CheckpointRow } from './record-tree.repository.ts';

/**
 * At the size of a hand-over, the note that the current key has signed too: same size, same root.
 */
export function withKeyOfToday(row: CheckpointRow, terms: readonly RecordKeyTerm[]): CheckpointRow {
  const { fromSize, handover } = terms.at(-1) ?? { fromSize: 0, handover: null };
  return handover !== null && row.size === fromSize ? { ...row, note: handover } : row;
}
