import { setTimeout as wait } from 'node:timers/promises';

export type Pause = (ms: number) => Promise<void>;

export const pause: Pause = (ms) => wait(ms);
