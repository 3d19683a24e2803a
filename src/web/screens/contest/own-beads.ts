import type { Contest } from '#contract/contest.ts';
import type { OutcomeShape } from '../../ui/outcome-mark.tsx';
import { outcomeLook } from '../../ui/outcome-look.ts';

type OwnEntry = NonNullable<Contest['me']>;

/** Trades that count, the oldest first. One whose result nobody told has the dash of what is not known. */
export const ownBeads = ({ list }: OwnEntry): OutcomeShape[] =>
  list
    .filter(({ reason }) => reason === null)
    .toReversed()
    .map(({ result }) => outcomeLook[result ?? 'void']);
