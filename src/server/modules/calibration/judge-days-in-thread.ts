import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StartJudging } from './calibration.api.ts';

const file = new URL('./judge-days-worker.ts', import.meta.url);

/** Runs the models over past days in a thread of its own, which takes about a second for each day. */
export const judgeDaysInThread =
  (modelsFolder: URL): StartJudging =>
  () => {
    const worker = new Worker(file, { workerData: modelsFolder.href });
    // Ends with the thread; an error in it is thrown here.
    const answers = on(worker, 'message', { close: ['exit'] });
    return {
      judge: async (day) => {
        worker.postMessage(day);
        const { value } = await answers.next();
        if (value === undefined) throw new Error('the thread that judges days has ended');
        return value[0];
      },
      close: async () => {
        await worker.terminate();
      },
    };
  };
