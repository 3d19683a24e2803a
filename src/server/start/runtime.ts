import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { WallClock } from '#domain/time.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/connection.ts';
import type { Leader } from '../database/leader.ts';
import type { Scheduler } from '../jobs/scheduler.ts';
import type { CrashHook } from './crash-points.ts';
import type { TrustedClock } from './trusted-clock.ts';

/** What the adapters of partners are made with. */
export interface Surroundings {
  readonly config: Config;
  readonly clock: WallClock;
  readonly scheduler: Scheduler;
  /** At least 0, less than 1. */
  readonly random: () => number;
  readonly log: FastifyBaseLogger;
}

/** What one process of the product is made with. */
export interface Runtime extends Surroundings {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly leader: Leader;
  readonly clock: TrustedClock;
  /** Monotonic real milliseconds. */
  readonly realNow: () => number;
  /** Prints to the operator's terminal. */
  readonly print: (line: string) => void;
  /** Ends this process in order. */
  readonly stop: () => void;
  readonly crashPoint?: CrashHook;
}
