import type { AppliedCalibrations } from '#engine/forecast/calibration/calibration-line.ts';
import type { Config } from '../../config.ts';
import type { JudgedPastDay } from '../../modules/calibration/calibration.api.ts';
import type { StartPastThread } from '../../modules/shadow/past-player.ts';
import type { PlayedLeaf } from '../../modules/shadow/play-past.ts';
import { startThread } from './thread.ts';

type Market = Pick<Config, 'pairs' | 'tradingHours'>;

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
export function choosePastThread(config: Market & Pick<Config, 'feed'>, modelsFolder: URL): StartPastThread | null {
  const { feed, pairs, tradingHours } = config;
  if (feed.kind !== 'simulated') return null;
  const market = { pairs, tradingHours, seed: feed.seed, modelsFolder: modelsFolder.href };
  return (period) => {
    const workerData: PastWorkerData = { ...market, ...period };
    const { post, next, close } = startThread<PastRequest, PastAnswer>(file, workerData);
    return {
      judge: (end, withBars) => {
        post({ kind: 'judge', end, withBars });
        return next();
      },
      async *play(until, calibrations) {
        post({ kind: 'play', until, calibrations });
        type Batch = readonly PlayedLeaf[] | null;
        for (let batch = await next<Batch>(); batch; batch = await next<Batch>()) yield batch;
      },
      close,
    };
  };
}
