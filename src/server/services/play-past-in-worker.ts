import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config.ts';
import type { PlayedLeaf, PlayPast } from '../modules/shadow/play-past.ts';

export interface PastWorkerData
  extends Pick<Config, 'calibrationDays' | 'includeThinHours' | 'pairs' | 'tradingHours'> {
  readonly seed: number;
  /** A file URL. */
  readonly modelsFolder: string;
  readonly feed: string;
  readonly from: number;
  readonly to: number;
  readonly playedAt: number;
}

const file = new URL('./past-worker.ts', import.meta.url);

/**
 * Plays the past in a thread of its own: the pipeline takes some milliseconds for each of thousands
 * of minutes, which would hold up every request. Null: the market is not simulated.
 */
export function playPastInWorker(
  config: Pick<Config, 'calibrationDays' | 'feed' | 'includeThinHours' | 'pairs' | 'tradingHours'>,
  modelsFolder: URL,
): PlayPast | null {
  const { feed, calibrationDays, pairs, includeThinHours, tradingHours } = config;
  if (feed.kind !== 'simulated') return null;
  const chosen = { calibrationDays, pairs, includeThinHours, tradingHours };
  const market = { ...chosen, seed: feed.seed, modelsFolder: modelsFolder.href };
  return async function* (period) {
    const workerData: PastWorkerData = { ...market, ...period };
    const worker = new Worker(file, { workerData });
    try {
      // Ends with the thread; an error in it is thrown here.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- posted by past-worker.ts
      for await (const [batch] of on(worker, 'message', { close: ['exit'] })) yield batch as readonly PlayedLeaf[];
    } finally {
      await worker.terminate();
    }
  };
}
