import type { SystemState } from '#contract/admin/system.ts';
import type { ModelState } from '#contract/record/cards.ts';
import type { ModelRecordFigures } from '#contract/record/record.ts';
import type { Duration } from '#domain/market/duration.ts';
import type { ProofState } from '#domain/record/proof-state.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { GenesisLeaf, VersionLeaf } from '#record/leaf.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import type { MarketState } from './record-context.ts';

/** The newest version of a model; `index` of its leaf. */
export interface RecordedVersion {
  readonly index: number;
  readonly leaf: VersionLeaf;
}

/** What the models stated in a period, so that an edge at any payout can be counted. */
export interface StatedMinutes {
  /** The stated minutes, milliseconds UTC in rising time. */
  readonly minutes: readonly number[];
  /** By minute the highest stated probability of any pair, percent; 0: none is stated. */
  getHighest(model: AiModelKey, duration: Duration): readonly number[];
}

export interface RecordApi {
  /** Whether leaves of the running market can be appended now; `starting`: by the first minute. */
  readMarketState(db?: Database): Promise<MarketState>;
  /** The first leaf of a record of the running market. */
  createGenesis(at: number): GenesisLeaf;
  /** Null: no minute is stated yet. */
  readGenesis(tx: Transaction): Promise<GenesisLeaf | null>;
  /** Of each model that has one. */
  readVersions(tx?: Transaction): Promise<ReadonlyMap<AiModelKey, RecordedVersion>>;
  /** Until when what the ticks decided stands in the record, milliseconds of market time; null: nothing does. */
  readDecidedUntil(): Promise<number | null>;
  /** Whether the minute that began then is stated, so that signals of it may be issued; true without a record. */
  isMinuteStated(minute: number): Promise<boolean>;
  /** Of the last week. */
  readStatedMinutes(): Promise<StatedMinutes>;
  readModel(model: AiModelKey): Promise<{
    readonly figures: ModelRecordFigures | null;
    readonly flag: ModelState['flag'];
  }>;
  /** Length of the record, and how much of it was signed when. */
  readState(): Promise<SystemState['record']>;
  /** By the index of each signal's leaf. */
  readProofs(indices: readonly number[]): Promise<ReadonlyMap<number, ProofState>>;
}
