import { parentPort, workerData } from 'node:worker_threads';
import { type FitJob, runFitJob, type Workshop } from './fit-job.ts';

/**
 * A worker thread: runs one job at a time, posts 'tree' for each finished tree and then the result.
 */
const workshop = workerData as Workshop;

parentPort?.on('message', (job: FitJob) => {
  const result = runFitJob(workshop, job, () => parentPort?.postMessage('tree'));
  parentPort?.postMessage(result);
});
