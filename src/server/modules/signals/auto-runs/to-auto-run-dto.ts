import type { AutoRun } from '#contract/signals.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { lossesInARow, type AutoRunPast } from './auto-run-step.ts';
import type { AutoRunRow } from './auto-runs.repository.ts';

/** Public DTO of a run and its signals. */
export const toAutoRunDto = (run: AutoRunRow, past: AutoRunPast): AutoRun => ({
  id: run.id,
  aiModel: run.aiModel,
  interval: run.interval,
  symbol: run.symbol,
  state: run.state,
  startedAt: toInstant(run.startedAt.getTime()),
  nextSignalAt: toInstantOrNull(run.nextSignalAt),
  signalsToday: past.signalsToday,
  lossesInARow: lossesInARow(past),
  limits: { stopAfterLosses: run.stopAfterLosses, dailyLimit: run.dailyLimit },
  ...(run.stopReason ? { stopReason: run.stopReason } : {}),
  lastSignalId: past.signals[0]?.id ?? null,
});
