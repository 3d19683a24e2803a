import { z } from 'zod';
import type { ContestRow } from './contests.repository.ts';

const List = z.object({ entries: z.array(z.string()) });

/** The entries of a closed list, in their order; none before that. */
export const entriesOf = ({ list }: Pick<ContestRow, 'list'>): readonly string[] =>
  list === null ? [] : List.parse(JSON.parse(list)).entries;
