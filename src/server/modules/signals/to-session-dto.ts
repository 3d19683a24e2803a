import type { SignalSession } from '#contract/signals.ts';
import { toInstant } from '#contract/wire.ts';
import { lossesInARow, type SessionPast } from './session-step.ts';
import type { SessionRow } from './signal-sessions.repository.ts';

/** Public DTO of a run and its signals. */
export const toSessionDto = (session: SessionRow, past: SessionPast): SignalSession => ({
  id: session.id,
  aiModel: session.aiModel as SignalSession['aiModel'],
  interval: session.interval as SignalSession['interval'],
  symbol: session.symbol,
  state: session.state,
  startedAt: toInstant(session.startedAt.getTime()),
  nextSignalAt: session.nextSignalAt && toInstant(session.nextSignalAt.getTime()),
  signalsToday: past.signalsToday,
  lossesInARow: lossesInARow(past),
  limits: { stopAfterLosses: session.stopAfterLosses, dailyLimit: session.dailyLimit },
  ...(session.stopReason ? { stopReason: session.stopReason } : {}),
  lastSignalId: past.signals[0]?.id ?? null,
});
