import { z } from 'zod';
import type { ContestRow } from './contests.repository.ts';

const List = z.object({ entries: z.array(z.string()) });

/** The entries of a closed list, in their order; empty before it is closed. */
export const entriesOf = ({ list }: Pick<ContestRow, 'list'>): readonly string[] =>
  list === null ? [] : List.parse(JSON.parse(list)).entries;
