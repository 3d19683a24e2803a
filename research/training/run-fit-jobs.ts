import { Worker } from 'node:worker_threads';
import type { FitJob, FittedJob, FitContext } from './fit-job.ts';

/**
 * Runs the jobs on `workers` threads. A job's result depends only on the job, so the overall result
 * does not depend on their order.
 */
export async function runFitJobs(
  context: FitContext,
  jobs: readonly FitJob[],
  workers: number,
  onProgress: (done: number, all: number) => void,
): Promise<FittedJob[]> {
  const waiting = [...jobs];
  const all = jobs.length * context.boost.trees;
  let done = 0;
  const results = new Map<FitJob, FittedJob>();
  const onTree = (): void => onProgress(++done, all);
  const run = async (): Promise<void> => {
    const worker = new Worker(new URL('./fit-worker.ts', import.meta.url), { workerData: context });
    try {
      for (let job = waiting.shift(); job; job = waiting.shift()) results.set(job, await runOn(worker, job, onTree));
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: workers }, run));
  return jobs.map((job) => results.get(job) as FittedJob);
}

function runOn(worker: Worker, job: FitJob, onTree: () => void): Promise<FittedJob> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: 'tree' | FittedJob): void => {
      if (message === 'tree') return onTree();
      worker.off('message', onMessage);
      worker.off('error', reject);
      // The message is a structured clone; the caller needs the original job.
      resolve({ ...message, ...job });
    };
    worker.on('message', onMessage);
    worker.once('error', reject);
    worker.postMessage(job);
  });
}
