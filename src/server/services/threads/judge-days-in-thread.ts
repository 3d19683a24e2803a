import type { JudgedDay, StartJudging, WrittenStatistics } from '../../modules/calibration/calibration.api.ts';
import { startThread } from './thread.ts';

const file = new URL('./days-worker.ts', import.meta.url);

/** Runs the models over past days in a thread of its own, which takes about a second for each day. */
export const judgeDaysInThread =
  (modelsFolder: URL): StartJudging =>
  () => {
    const { post, next, close } = startThread<JudgedDay, WrittenStatistics>(file, modelsFolder.href);
    return {
      judge: (day) => {
        post(day);
        return next();
      },
      close,
    };
  };
