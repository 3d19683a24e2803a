import { z } from 'zod';
import { witnessErrors } from '#domain/record/witness-error.ts';
import { voidReasons } from '#domain/signals/outcome.ts';
import { ConsumerLag, ProcessState, Readiness } from '../health.ts';
import { Instant } from '../wire.ts';

export const adminSystemPaths = {
  system: '/api/admin/system',
  overview: '/api/admin/overview',
} as const;

const count = z.number().int().nonnegative();

/** A process of the product that was heard within the last 15 seconds. */
export const SystemProcess = ProcessState.extend({
  /** Host and process id. */
  name: z.string(),
  /** It is the one that answers. */
  isSelf: z.boolean(),
});
export type SystemProcess = z.infer<typeof SystemProcess>;

/** A consumer of the database, and how many entries it has yet to take. */
export const ConsumerBacklog = ConsumerLag.extend({ waiting: count });
export type ConsumerBacklog = z.infer<typeof ConsumerBacklog>;

/**
 * Running components and their state: names, states and measurements, never an address or a secret.
 */
export const SystemState = z
  .object({
    now: Instant,
    version: z.string(),
    node: z.string(),
    startedAt: Instant,
    memory: z.object({ rssBytes: count, heapBytes: count }),
    /** The answering process first. */
    processes: z.array(SystemProcess),
    checks: Readiness.shape.checks,
    database: z.object({
      /** Latency of a minimal query in milliseconds; null when the database does not respond. */ answerMs: z
        .number()
        .nullable(),
    }),
    feed: z.object({
      kind: z.string(),
      isLive: z.boolean(),
      isConnected: z.boolean(),
      isMarketOpen: z.boolean(),
      /** Age of the newest tick of any pair; null before the first tick. */
      delayMs: z.number().nullable(),
      /** Pairs that the feed offers, and those that it does not. */
      pairs: count,
      notOffered: z.array(z.string()),
      /** Pairs whose newest tick is fresh enough for a signal. */
      freshPairs: count,
      /** Ticks accepted and dropped since process start. */
      accepted: count,
      dropped: count,
    }),
    broker: z.object({ kind: z.string(), state: z.enum(['ok', 'degraded', 'down']) }),
    mail: z.object({
      /** False: no mail server is configured and mails are only stored. */
      isSending: z.boolean(),
      waiting: count,
      oldestWaitingAt: Instant.nullable(),
      failed: count,
    }),
    /** Null: the database does not answer. */
    consumers: z.array(ConsumerBacklog).nullable(),
    /** Null when the queue did not respond. */
    jobs: z.array(z.object({ queue: z.string(), due: count, later: count, active: count, failed: count })).nullable(),
    record: z.object({
      size: count,
      checkpoint: z.object({ size: count, signedAt: Instant }).nullable(),
      witnesses: z.array(
        z.object({
          /** Name and id of its key; null: it has not started yet. */
          name: z.string().nullable(),
          /** The largest checkpoint that it cosigned; null: none. */
          size: count.nullable(),
          cosignedAt: Instant.nullable(),
          /** Of the last submission; null: it succeeded. */
          error: z.enum(witnessErrors).nullable(),
        }),
      ),
    }),
    /** What language models were asked and cost; null: none is configured. A limit of null: none. */
    llm: z
      .object({
        callsOfHour: count,
        callsPerHour: count.nullable(),
        callsOfDay: count,
        callsPerDay: count.nullable(),
        /** Since midnight UTC. */
        costOfDayUsd: z.number().nonnegative(),
        costPerDayUsd: z.number().nullable(),
        callsOfUserPerHour: count,
      })
      .nullable(),
    signals: z.object({
      open: count,
      /** Expired more than a minute ago and still unsettled. */
      overdue: count,
    }),
  })
  .meta({ id: 'SystemState' });
export type SystemState = z.infer<typeof SystemState>;

/**
 * User and signal counts. Internal accounts are excluded from user counts; a day begins at midnight
 * of WORKING_TIMEZONE.
 */
export const AdminOverview = z
  .object({
    /** `isEstimate`: present if `total` and `withAccess` are estimated, as for many users. */
    users: z.object({ total: count, today: count, withAccess: count, isEstimate: z.literal(true).optional() }),
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
