import type { z } from 'zod';
import type { ModelsFigures, ModelsQuery } from '#contract/record/record.ts';
import type { SystemState } from '#contract/admin/system.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Duration } from '#domain/market/duration.ts';
import type { CalibrationFactor } from '#domain/statistics/calibration-factor.ts';
import type { ProofState } from '#domain/record/proof-state.ts';

export type ReadModelFigures = (query: z.infer<typeof ModelsQuery>) => Promise<ModelsFigures>;

/** What a loaded model is calibrated to on the running feed. */
export interface RecordedCalibration {
  /** Milliseconds UTC. */
  readonly from: number;
  readonly to: number;
  /** When it was recorded. */
  readonly at: number;
  readonly decisions: number;
  readonly factors: readonly CalibrationFactor[];
  /** Hexadecimal. */
  readonly leafHash: string;
}

/** The newest of each loaded model on a feed (default: the running one); a model without one is not calibrated. */
export type ReadCalibrations = (feed?: string) => Promise<ReadonlyMap<AiModelKey, RecordedCalibration>>;

/** A forecast with an edge at a minute's close, milliseconds UTC. */
export interface StatedSignal {
  readonly at: number;
  readonly model: AiModelKey;
  readonly duration: Duration;
}

/** What the models would have issued in a period. */
export interface StatedSignals {
  /** The settled minutes, milliseconds UTC in rising time. */
  readonly minutes: readonly number[];
  /** In rising time. */
  readonly signals: readonly StatedSignal[];
}

/** Of the last week. */
export type ReadStatedSignals = () => Promise<StatedSignals>;

export interface RecordApi {
  readonly readStatedSignals: ReadStatedSignals;
  readonly readCalibrations: ReadCalibrations;
  readonly readModelFigures: ReadModelFigures;
  /** Length of the record, and how much of it was signed when. */
  readState(): Promise<SystemState['record']>;
  /**
   * For each leaf the earliest time (ms) at which a quorum of the configured witnesses had cosigned
   * a checkpoint that holds it; null: they have not, or there is no quorum.
   */
  readProvenTimes(indices: readonly number[]): Promise<(number | null)[]>;
  /** By the id of each signal that is recorded. */
  readProofs(signalIds: readonly string[]): Promise<ReadonlyMap<string, ProofState>>;
}
