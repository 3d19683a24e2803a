import type { AutoRun, stopReasons } from '#contract/signals.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { type MarketClock, minuteMs, secondMs, startOfMinute } from '#domain/time.ts';
import type { SignalRow } from '../signals.repository.ts';
import type { AutoRunRow, AutoRunSignal } from './auto-runs.repository.ts';

export type StopReason = (typeof stopReasons)[number];

/** The states of a run, and which one follows when something happens in it. */
const transitions = {
  /** It has just begun, or rests after a result. */
  waiting: { nothingFound: 'searching', issued: 'running', ended: 'stopped' },
  /** Looks at the forecasts of each minute. */
  searching: { issued: 'running', ended: 'stopped' },
  /** A signal is open. */
  running: { settled: 'waiting', ended: 'stopped' },
  stopped: {},
} as const satisfies Record<AutoRunRow['state'], Partial<Record<RunEvent, AutoRunRow['state']>>>;

export type RunEvent = 'nothingFound' | 'issued' | 'settled' | 'ended';

export function nextState({ state }: Pick<AutoRunRow, 'state'>, event: RunEvent): AutoRunRow['state'] {
  const next: Partial<Record<RunEvent, AutoRunRow['state']>> = transitions[state];
  const found = next[event];
  if (!found) throw new Error(`an auto-signal run that is ${state} cannot be ${event}`);
  return found;
}

/** History of a run so far. */
export interface AutoRunPast {
  /** Newest first. */
  readonly signals: readonly AutoRunSignal[];
  /** Across all runs of the user. */
  readonly signalsToday: number;
}

/** A search for the next signal of a run, and the run's history until then. */
export interface AutoRunSearch {
  readonly run: AutoRunRow;
  readonly past: AutoRunPast;
}

/** It found this signal. */
export interface EndedSearch {
  readonly search: AutoRunSearch;
  readonly signal: SignalRow;
}

/** Pause between a result and the search for the next signal. */
export const betweenSignalsMs = minuteMs;
/** From a minute's close until its forecasts are stated. */
const statedAfterMs = secondMs;

/** When the next minute's forecasts are stated. */
const nextLook = (now: number): number => startOfMinute(now - statedAfterMs) + minuteMs + statedAfterMs;

/** Why no further signal may follow; null: one may. A run that only announces issues none. */
export function findLimit(run: AutoRunRow, past: AutoRunPast): 'losses' | 'daily_limit' | null {
  if (!run.take) return null;
  if (lossesInARow(past) >= run.stopAfterLosses) return 'losses';
  return past.signalsToday >= run.dailyLimit ? 'daily_limit' : null;
}

/** Whether the signal that is being issued is the last one that the run was asked for. */
export const isLastSignal = ({ count }: AutoRunRow, { signals }: AutoRunPast): boolean =>
  count !== null && signals.length + 1 >= count;

/** Since the last win; neutral and void signals neither count nor reset the series. */
function lossesInARow({ signals }: AutoRunPast): number {
  const lastWin = signals.findIndex(({ result }) => result === 'successful');
  const since = lastWin === -1 ? signals : signals.slice(0, lastWin);
  return since.filter(({ result }) => result === 'unsuccessful').length;
}

export const toAutoRunDto = (run: AutoRunRow, past: AutoRunPast, clock: MarketClock): AutoRun => ({
  id: run.id,
  aiModel: run.aiModel,
  interval: run.interval,
  symbol: run.symbol,
  count: run.count,
  take: run.take,
  found: run.found,
  state: run.state,
  startedAt: toInstant(run.startedAt.getTime()),
  nextSignalAt: run.state === 'searching' ? toInstant(nextLook(clock.now())) : toInstantOrNull(run.nextSignalAt),
  signalsToday: past.signalsToday,
  lossesInARow: lossesInARow(past),
  limits: { stopAfterLosses: run.stopAfterLosses, dailyLimit: run.dailyLimit },
  ...(run.stopReason ? { stopReason: run.stopReason } : {}),
  lastSignalId: past.signals[0]?.id ?? null,
});
