import { z } from 'zod';
import { voidReasons } from '#domain/signals/outcome.ts';
import { Readiness } from './health.ts';
import { Instant } from './wire.ts';

export const adminSystemPaths = {
  system: '/api/admin/system',
  overview: '/api/admin/overview',
} as const;

const count = z.number().int().nonnegative();

/** What runs and how it is: names, states and measurements, never an address or a secret. */
export const SystemState = z
  .object({
    now: Instant,
    version: z.string(),
    node: z.string(),
    startedAt: Instant,
    memory: z.object({ rssBytes: count, heapBytes: count }),
    checks: Readiness.shape.checks,
    database: z.object({
      /** Milliseconds of the smallest question; null: no answer. */ answerMs: z.number().nullable(),
    }),
    feed: z.object({
      kind: z.string(),
      isLive: z.boolean(),
      isConnected: z.boolean(),
      isMarketOpen: z.boolean(),
      /** Age of the newest tick of any pair; null before the first. */
      delayMs: z.number().nullable(),
      pairs: count,
      /** Pairs whose newest tick is young enough for a signal. */
      freshPairs: count,
      /** Ticks since the start: used, and thrown away. */
      accepted: count,
      dropped: count,
    }),
    broker: z.object({ kind: z.string(), state: z.enum(['ok', 'degraded', 'down']) }),
    mail: z.object({
      /** False: no mail server is configured, mails are kept. */
      isSending: z.boolean(),
      waiting: count,
      oldestWaitingAt: Instant.nullable(),
      failed: count,
    }),
    /** Null: the queue did not answer. */
    jobs: z.array(z.object({ queue: z.string(), due: count, later: count, active: count, failed: count })).nullable(),
    record: z.object({
      size: count,
      checkpoint: z.object({ size: count, signedAt: Instant }).nullable(),
    }),
    signals: z.object({
      open: count,
      /** Expired over a minute ago, and still without a result. */
      overdue: count,
    }),
  })
  .meta({ id: 'SystemState' });
export type SystemState = z.infer<typeof SystemState>;

/** People and signals in numbers. Internal accounts are not counted among people; a day begins at midnight of WORKING_TIMEZONE. */
export const AdminOverview = z
  .object({
    users: z.object({ total: count, today: count, withAccess: count }),
    signals: z.object({
      today: count,
      open: count,
      successful: count,
      neutral: count,
      unsuccessful: count,
      void: count,
      voidReasons: z.array(z.object({ reason: z.enum(voidReasons), count })),
    }),
  })
  .meta({ id: 'AdminOverview' });
export type AdminOverview = z.infer<typeof AdminOverview>;
