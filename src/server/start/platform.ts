import type { FastifyBaseLogger } from 'fastify';
import type { MarketClock, WallClock } from '#domain/time.ts';
import type { Config } from '../config.ts';
import type { Attempts } from '../database/attempts.ts';
import type { Database } from '../database/connection.ts';
import type { Leader } from '../database/leader.ts';
import type { Bus } from '../integrations/bus/bus.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Scheduler } from '../jobs/scheduler.ts';
import type { LiveEngine } from '../live/live-engine.ts';
import type { MarketView } from '../live/market-view.ts';
import type { EnqueueUserEvents } from '../modules/events/events.api.ts';
import type { CrashHook } from './runtime.ts';
import type { FeedSays } from './trusted-clock.ts';

/** What every module may use; `services/create-platform.ts` creates it once. */
export interface Platform {
  readonly config: Config;
  readonly db: Database;
  /** The database of the leader: what an earlier leader writes is refused. */
  readonly leaderDb: Database;
  readonly leader: Leader;
  readonly clock: WallClock;
  /** False while another clock or the feed says another time: nothing is issued. */
  readonly isTimeTrusted: () => boolean;
  /** What the feed shows of the time; always `same` for a market without a clock of its own. */
  readonly feedSays: () => FeedSays;
  readonly marketClock: MarketClock;
  readonly scheduler: Scheduler;
  /** Monotonic real milliseconds. */
  readonly realNow: () => number;
  /** At least 0, less than 1. */
  readonly random: () => number;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly attempts: Attempts;
  readonly enqueueUserEvents: EnqueueUserEvents;
  /** The engine of this process, which runs only where its role feeds the market. */
  readonly engine: LiveEngine;
  /** The market of this engine, or a copy of what the leading one publishes. */
  readonly market: MarketView;
  readonly crashPoint: CrashHook;
  readonly log: FastifyBaseLogger;
  /** Prints to the operator's terminal. */
  readonly print: (line: string) => void;
}
