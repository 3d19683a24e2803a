import type { ModelFigures } from '#contract/record.ts';
import { recordPaths } from '#contract/record-paths.ts';
import type { LateDelay } from '#domain/signals/late-entry.ts';
import { usePublicRead } from '#web/api/use-public-read.ts';
import type { Read } from '#web/api/use-read.ts';
import { queryOf } from './query-of.ts';

type Range = { readonly payout: number | null; readonly days: number | null };

/** The figures of all models for entries at each delay. */
export const useLateFigures = (range: Range): Readonly<Record<LateDelay, Read<ModelFigures[]>>> => ({
  5: useFiguresAt(5, range),
  10: useFiguresAt(10, range),
  20: useFiguresAt(20, range),
  30: useFiguresAt(30, range),
});

const useFiguresAt = (delay: LateDelay, { payout, days }: Range): Read<ModelFigures[]> =>
  usePublicRead<ModelFigures[]>(`${recordPaths.models}${queryOf({ payout, days, delay })}`);
