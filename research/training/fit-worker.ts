import { parentPort, workerData } from 'node:worker_threads';
import { type FitJob, runFitJob, type FitContext } from './fit-job.ts';

/**
 * A worker thread: runs one job at a time, posts 'tree' for each finished tree and then the result.
 */
const context = workerData as FitContext;

parentPort?.on('message', (job: FitJob) => {
  const result = runFitJob(context, job, () => parentPort?.postMessage('tree'));
  parentPort?.postMessage(result);
});
