import { z } from 'zod';
import { PublishedDrawAnswer } from '#contract/contest.ts';
import type { ClosedList } from '#record/contest-draw.ts';
import type { ContestRow } from '../contests.repository.ts';

const List = z.object({
  contest: z.string(),
  entries: z.array(z.string()),
  /** Absent in a list that an older release closed. */
  screenshots: PublishedDrawAnswer.shape.screenshots.default([]),
});

export const parseClosedList = (list: string): ClosedList => List.parse(JSON.parse(list));

/** The entries of a closed list, in their order; empty before it is closed. */
export const getEntries = ({ list }: Pick<ContestRow, 'list'>): readonly string[] =>
  list === null ? [] : parseClosedList(list).entries;
