import type { Config } from '../config.ts';
import { judgeDaysInWorker } from './judge-days-in-worker.ts';
import { startPastWorker } from './start-past-worker.ts';

/** What runs the models over past minutes, in threads of its own. */
export const createModelThreads = (config: Config, modelsFolder: URL) => ({
  startPastThread: startPastWorker(config, modelsFolder),
  startJudging: judgeDaysInWorker(modelsFolder),
});
