import type { RecordEntries } from '#contract/record-views.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import { readResult } from '../../record/signal-leaf.ts';

export type Settled = Exclude<Outcome, 'void'>;

/** Results of the newest signals, newest first; void ones are none. */
export const resultsOf = ({ items }: RecordEntries): Settled[] =>
  items.map(({ ended }) => readResult(ended?.leaf)).filter((result) => result !== null && result !== 'void');
