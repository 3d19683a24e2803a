import type { AiModelKey } from '#domain/signals/ai-model.ts';

/** A trading day [from, to), milliseconds UTC. `bars`: of each pair the days as JSON, oldest first. */
export interface JudgedDay {
  readonly bars: ReadonlyMap<string, readonly string[]>;
  readonly from: number;
  readonly to: number;
}

/** By model; see engine/forecast/statistics-text.ts. */
export type WrittenStatistics = ReadonlyMap<AiModelKey, string>;

/** Runs every model over past days; off the main thread, because it takes a second for each. */
export interface Judging {
  judge(day: JudgedDay): Promise<WrittenStatistics>;
  /** A day that is being judged then rejects. */
  close(): Promise<void>;
}
export type StartJudging = () => Judging;
