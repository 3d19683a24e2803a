import type { Signal } from '#contract/signals.ts';
import type { InEachLanguage } from '#contract/site.ts';
import type { SignalFilters, Tally } from '#contract/statistics.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Outcome, VoidReason } from '#domain/signals/outcome.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { Executor, UnitOfWork } from '#server/database/connection.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { DecidingTick } from '#engine/settlement/settle.ts';

export interface ModelEntry {
  readonly key: AiModelKey;
  readonly name: string;
  readonly available: boolean;
  /** Reason for being unavailable: a code that the screens translate. */
  readonly reason?: string;
  /** What the operator states of a model that it switched off. */
  readonly reasonText?: InEachLanguage;
  readonly minBalance: number;
  /** For a language model: the number of its settled forecasts. */
  readonly settledAnswers?: number;
}

/**
 * Logs the ticks of pairs with an open signal. Settlement reads the log, so it flushes before
 * deciding.
 */
export interface TickLog {
  /**
   * Called when this process takes the lead. What the log holds is the market as the process that
   * led before saw it, and the record may state it already: a tick that only this process saw must
   * not appear in between.
   */
  begin(): Promise<void>;
  /** Later than everything that an earlier leader logged of its pair. */
  isNew(tick: Tick): boolean;
  /** Ignores a tick that is not new. */
  add(tick: Tick): void;
  flush(): Promise<void>;
}

/** Signals since an instant with one outcome (null: still open); void ones grouped by reason. */
export interface SignalGroup {
  readonly result: Outcome | null;
  readonly reason: VoidReason | null;
  readonly count: number;
}

export interface OpenCounts {
  readonly open: number;
  readonly overdue: number;
}

interface Wanted {
  readonly symbol: string;
  readonly at: number;
}

/** The ticks of one market that may decide a forecast. Instants in milliseconds of market time. */
export interface DecidingTicks {
  /** For each pair and instant the first one at or after it, within `limits.entryTickWithinMs`. */
  first(wanted: readonly Wanted[]): Promise<readonly (DecidingTick | null)[]>;
  /** For each pair and instant the last one at or before it, if it may decide. */
  last(wanted: readonly Wanted[]): Promise<readonly (DecidingTick | null)[]>;
}

/** From the log, where the prices of a market are saved for settlement. */
export type ReadLoggedTicks = (tx: Executor, feed: string) => DecidingTicks;

export interface SettledSignal {
  readonly id: string;
  /** Market time from its expiry to its settlement; null: it never entered. */
  readonly lagMs: number | null;
}

export type SettledListener = (settled: readonly SettledSignal[]) => void;

/** What an auto run announced to its user instead of taking it. */
export interface FoundEdge {
  readonly user: User;
  readonly forecast: Forecast;
  /** Until when an entry is worth it, milliseconds of market time. */
  readonly until: number;
}

/** Part of the transaction that ends the run: what it stores exists exactly when the run has found this. */
export type FoundListener = (work: UnitOfWork, found: FoundEdge) => Promise<void>;

export interface SignalsApi {
  /** Which models are available, and why the others are not. */
  listModels(): readonly ModelEntry[];
  readonly tickLog: TickLog;
  readonly loggedTicks: ReadLoggedTicks;
  /** Called after each commit of settlements, in the leading process. */
  onSettled(listener: SettledListener): void;
  onFound(listener: FoundListener): void;
  /** Signals without an outcome, and those of them that expired before `overdueSince`. */
  countOpen(overdueSince: Date): Promise<OpenCounts>;
  groupSince(since: Date): Promise<SignalGroup[]>;
  /** The user's own figures of a period of issue; signals that the user deleted are left out. */
  readStats(userId: string, period: Pick<SignalFilters, 'from' | 'to'>): Promise<Tally>;
  /** The user's newest settled signals, without those that the user deleted. */
  listResults(userId: string, limit: number): Promise<Signal[]>;
}
