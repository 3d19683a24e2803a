import { useQuery } from '@tanstack/react-query';
import { getBreakEven } from '#domain/statistics/break-even.ts';
import { recordPaths } from '#contract/paths.ts';
import type { RecordEquity, RecordOverall } from '#contract/record/views.ts';
import { getStats } from '#web/api/calls/history-calls.ts';
import { publicQuery } from '#web/api/queries.ts';
import { modelFiguresQuery } from '#web/record/model-figures.ts';
import { useWorkingStats } from '#web/session/working-stats.ts';
import { readStored } from '#web/storage/stored.ts';
import { usePayout } from '#web/theme/site-settings.ts';
import { type WinRate, computeWinRates } from './win-rates.ts';

export interface BankrollFigures {
  readonly payout: number;
  /** Balance below which signals are blocked, in dollars. */
  readonly minBalance: number;
  /** Most specific to this trader first. */
  readonly rates: readonly WinRate[];
  /** Of the trader's model in the record; undefined: not loaded. */
  readonly longestLosses: number | undefined;
}

const defaultMinBalance = 10;

/** Measured figures: of the trader, of the model they use, of all models. */
export function useFigures(): BankrollFigures {
  const model = readStored('aiModel') ?? 'kurs_ai_v2';
  const models = useQuery(modelFiguresQuery).data;
  const overall = useQuery(publicQuery<RecordOverall>(recordPaths.overall)).data;
  const equity = useQuery(publicQuery<RecordEquity>(`${recordPaths.equity}?aiModel=${model}`)).data;
  const own = useQuery({ queryKey: ['stats', 'bankroll'], queryFn: () => getStats({}) }).data;
  const working = useWorkingStats();
  const payout = usePayout();
  const ordinary = working?.models.find(({ key }) => key !== 'vip');
  return {
    payout,
    minBalance: ordinary?.minBalance ?? defaultMinBalance,
    rates: computeWinRates({
      own: own ?? null,
      models: models ?? [],
      overall: overall ?? null,
      model,
      breakEven: getBreakEven(payout),
    }),
    longestLosses: equity?.longestLosses,
  };
}
