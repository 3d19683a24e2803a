import type { Config } from '../config.ts';
import { judgeDaysInWorker } from './judge-days-in-worker.ts';
import { playPastInWorker } from './play-past-in-worker.ts';

/** What runs the models over past minutes, in threads of its own. */
export const createModelThreads = (config: Config, modelsFolder: URL) => ({
  playPast: playPastInWorker(config, modelsFolder),
  startJudging: judgeDaysInWorker(modelsFolder),
});
