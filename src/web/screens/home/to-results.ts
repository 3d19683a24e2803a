import type { RecordEntries } from '#contract/record/views.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import { parseResult } from '#web/record/check/signal-leaf.ts';

export type Settled = Exclude<Outcome, 'void'>;

/** Outcomes of the newest signals, newest first, without void ones. */
export const getResults = ({ items }: RecordEntries): Settled[] =>
  items.map(({ ended }) => parseResult(ended?.leaf)).filter((result) => result !== null && result !== 'void');
