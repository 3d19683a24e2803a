import type pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { WallClock } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connection.ts';
import type { Leader } from '#server/database/leader.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { TrustedClock } from './trusted-clock.ts';

/**
 * Named points at which a test kills the process, to prove that nothing is lost or duplicated.
 * No-ops otherwise.
 */
export const crashPoints = [
  'issue.before-commit',
  'issue.after-commit',
  'entry.before-commit',
  'entry.after-commit',
  'settle.before-write',
  'settle.before-commit',
  'settle.after-commit',
  'shadow.before-append-commit',
  'shadow.after-append-commit',
  'shadow.before-settle-commit',
  'sign.before-commit',
  'sign.after-commit',
  'sign.after-save',
  'delivery.after-send',
] as const;
export type CrashPoint = (typeof crashPoints)[number];
export type CrashHook = (point: CrashPoint) => void;

export const noCrash: CrashHook = () => undefined;

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
