import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AppliedCalibrations } from '#engine/forecast/calibration/calibration-line.ts';
import type { Config } from '../config.ts';
import type { JudgedPastDay } from '../modules/calibration/calibration.api.ts';
import type { StartPastThread } from '../modules/shadow/past-player.ts';
import type { PlayedLeaf } from '../modules/shadow/play-past.ts';

type Market = Pick<Config, 'includeThinHours' | 'pairs' | 'tradingHours'>;

export interface PastWorkerData extends Market {
  readonly seed: number;
  /** A file URL. */
  readonly modelsFolder: string;
  readonly feed: string;
  readonly from: number;
  readonly to: number;
  readonly playedAt: number;
}

/** Answered in turn: by one day, or by batches of leaves and null after the last. */
export type PastRequest =
  | { readonly kind: 'judge'; readonly end: number; readonly withBars: boolean }
  | { readonly kind: 'play'; readonly until: number; readonly calibrations: AppliedCalibrations };
export type PastAnswer = JudgedPastDay | readonly PlayedLeaf[] | null;

const file = new URL('./past-worker.ts', import.meta.url);

/**
 * Runs the models over the past in threads of their own: some milliseconds for each of thousands of
 * minutes would hold up every request. Null: the market is not simulated.
 */
export function startPastWorker(config: Market & Pick<Config, 'feed'>, modelsFolder: URL): StartPastThread | null {
  const { feed, pairs, includeThinHours, tradingHours } = config;
  if (feed.kind !== 'simulated') return null;
  const market = { pairs, includeThinHours, tradingHours, seed: feed.seed, modelsFolder: modelsFolder.href };
  return (period) => {
    const workerData: PastWorkerData = { ...market, ...period };
    const worker = new Worker(file, { workerData });
    // Ends with the thread; an error in it is thrown here.
    const answers = on(worker, 'message', { close: ['exit'] });
    const next = async (): Promise<PastAnswer> => {
      const { value } = await answers.next();
      if (value === undefined) throw new Error('the thread that plays the past has ended');
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- posted by past-worker.ts
      return value[0] as PastAnswer;
    };
    const ask = (request: PastRequest): void => worker.postMessage(request);
    return {
      judge: async (end, withBars) => {
        ask({ kind: 'judge', end, withBars });
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this request is answered by
        return (await next()) as JudgedPastDay;
      },
      async *play(until, calibrations) {
        ask({ kind: 'play', until, calibrations });
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this request is answered by
        for (let batch = await next(); batch; batch = await next()) yield batch as readonly PlayedLeaf[];
      },
      close: async () => {
        await worker.terminate();
      },
    };
  };
}
