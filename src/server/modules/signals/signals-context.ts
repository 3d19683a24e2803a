import type { EnteringSignal, LiveSignal } from '#engine/settlement/settle.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { CalibrationApi } from '#server/modules/calibration/calibration.api.ts';
import type { DayStopApi } from '#server/modules/day-stop/day-stop.api.ts';
import type { LlmModels } from '#server/modules/llm-models/llm-models.api.ts';
import type { LoadedModels } from '#server/modules/models/models.api.ts';
import type { PayoutsApi } from '#server/modules/payouts/payouts.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { SiteApi } from '#server/modules/site/site.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { AutoRunSearch } from './auto-runs/auto-runs.repository.ts';
import type { Draft } from './draft-signal.ts';
import type { TickRow } from './settlement/ticks.repository.ts';
import type { FoundListener, SettledListener, TickLog } from './signals.api.ts';
import type { SignalRow } from './signals.repository.ts';
import type { ReadEdges } from './statistics/read-edges.ts';

export interface SignalsContext extends Platform, SignalsState {
  readonly models: LoadedModels;
  readonly llmModels: LlmModels;
  readonly accounts: AccountsApi;
  readonly traders: TradersApi;
  readonly record: RecordApi;
  readonly calibration: CalibrationApi;
  readonly payouts: PayoutsApi;
  readonly dayStop: DayStopApi;
  readonly site: SiteApi;
}

/** What lives as long as the process. */
export interface SignalsState {
  readonly readEdges: ReadEdges;
  /** Groups signals for `storeAll` (store-signal.ts). */
  readonly storing: (signal: NewSignal) => Promise<StoredSignal>;
  /** Groups entries for `writeEntries` (settlement/entries.ts): one tick may be the entry of many signals. */
  readonly writeEntry: (entry: Entry) => Promise<SignalRow | undefined>;
  readonly tickLog: TickLog;
  /** Signals that wait for their entry tick. */
  readonly entering: Map<string, EnteringSignal>;
  /** Entries that are being written. */
  readonly entriesUnderWay: Map<string, Promise<void>>;
  /** Until when the ticks of a pair are logged, milliseconds of market time. */
  readonly watchedUntil: Map<string, number>;
  readonly settledListeners: SettledListener[];
  readonly foundListeners: FoundListener[];
  /** Auto runs that are being notified of outcomes. */
  readonly notices: Set<Promise<void>>;
  readonly looks: Looks;
}

/** The look of all auto runs at the newest forecasts: one at a time, and one queued. */
interface Looks {
  current: Promise<void>;
  isQueued: boolean;
  readonly stopping: AbortController;
}

export interface NewSignal {
  readonly draft: Draft;
  /** As issued at its own time, which may become later. */
  readonly row: SignalRow;
  /** False: it is not stored if it has lost its edge by its time. */
  readonly isPracticeStored: boolean;
  /** Whether the trader chose the pair. */
  readonly isManual: boolean;
  /** The search of an auto run that it ends; stored only while that search is current. */
  readonly search: AutoRunSearch | null;
}

/**
 * The row as stored, or one that has lost its edge. `not_stated`: the record does not state its forecast,
 * or not any more. `not_free`: the user has stopped for today or has an active signal, the loss is
 * already chased or the run has moved on.
 */
export type StoredSignal = SignalRow | 'not_stated' | 'not_free';

export interface Entry {
  readonly live: LiveSignal;
  readonly tick: TickRow;
}
