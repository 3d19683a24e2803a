import type { Contest } from '#contract/contest.ts';
import { type OutcomeShape, outcomeStyle } from '#web/ui/outcome-mark.tsx';

type OwnEntry = NonNullable<Contest['me']>;

/** Counted trades, oldest first. A dash marks a trade with an unknown result. */
export const ownBeads = ({ list }: OwnEntry): OutcomeShape[] =>
  list
    .filter(({ reason }) => reason === null)
    .toReversed()
    .map(({ result }) => outcomeStyle[result ?? 'void']);
