import { getBreakEven } from '#domain/statistics/break-even.ts';
import { recordPaths } from '#contract/paths.ts';
import type { RecordEquity, RecordOverall } from '#contract/record/views.ts';
import { getStats } from '#web/api/calls/history-calls.ts';
import { getPublic } from '#web/api/request.ts';
import { useRead } from '#web/api/use-read.ts';
import { useModelFigures } from '#web/record/model-figures.ts';
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
  const models = useModelFigures();
  const overall = useRead(['record-overall'], () => getPublic<RecordOverall>(recordPaths.overall)).data;
  const equity = useRead(['record-equity', model], () =>
    getPublic<RecordEquity>(`${recordPaths.equity}?aiModel=${model}`),
  ).data;
  const own = useRead(['stats', 'bankroll'], () => getStats({})).data;
  const working = useWorkingStats();
  const payout = usePayout();
  const ordinary = working?.models.find(({ key }) => key !== 'vip');
  return {
    payout,
    minBalance: ordinary?.minBalance ?? defaultMinBalance,
    rates: computeWinRates({
      own,
      models: models ?? [],
      overall,
      model,
      breakEven: getBreakEven(payout),
    }),
    longestLosses: equity?.longestLosses,
  };
}
