import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StartJudging, WrittenStatistics } from '../modules/calibration/calibration.api.ts';

const file = new URL('./calibration-worker.ts', import.meta.url);

/** Runs the models over past days in a thread of its own, which takes about a second for each day. */
export const judgeDaysInWorker =
  (modelsFolder: URL): StartJudging =>
  () => {
    const worker = new Worker(file, { workerData: modelsFolder.href });
    return {
      judge: async (day) => {
        worker.postMessage(day);
        const answered = new AbortController();
        const { signal } = answered;
        // An error in the thread is thrown here.
        const [statistics] = await Promise.race([once(worker, 'message', { signal }), getEnd(worker, signal)]).finally(
          () => answered.abort(),
        );
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- posted by calibration-worker.ts
        return statistics as WrittenStatistics;
      },
      close: async () => {
        await worker.terminate();
      },
    };
  };

async function getEnd(worker: Worker, signal: AbortSignal): Promise<never> {
  await once(worker, 'exit', { signal });
  throw new Error('the thread that judges past days has ended');
}
