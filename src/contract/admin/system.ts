import { z } from 'zod';
import { Checkup } from './checkup.ts';
import type { Endpoints } from '#contract/endpoint.ts';
import { recordStates } from '#contract/record/record.ts';
import { voidReasons } from '#domain/signals/outcome.ts';
import { ConsumerLag, ProcessState, Readiness } from '#contract/health.ts';
import { Count, Instant } from '#contract/wire.ts';

/**
 * Why a witness did not cosign. `no_answer`: unreachable, too slow or the connection ended.
 * `unknown_log`, `unknown_key`: it does not watch this log, or not under this key. `inconsistent`:
 * it has seen another history. `invalid_answer`: anything that the protocol does not allow.
 * `internal`: an error of the product itself.
 */
const witnessErrors = [
  'no_answer',
  'unknown_log',
  'unknown_key',
  'inconsistent',
  'invalid_answer',
  'internal',
] as const;
export type WitnessErrorKind = (typeof witnessErrors)[number];

/** A process of the product that was heard within the last 15 seconds. */
export const SystemProcess = ProcessState.extend({
  /** Host and process id. */
  name: z.string(),
  /** It is the one that answers. */
  isSelf: z.boolean(),
});
export type SystemProcess = z.infer<typeof SystemProcess>;

/** A consumer of the database, and how many entries it has yet to take. */
export const ConsumerBacklog = ConsumerLag.extend({ waiting: Count });
export type ConsumerBacklog = z.infer<typeof ConsumerBacklog>;

/**
 * Running components and their state: names, states and measurements, never an address or a secret.
 */
export const SystemState = z
  .object({
    now: Instant,
    version: z.string(),
    startedAt: Instant,
    /** The answering process first. */
    processes: z.array(SystemProcess),
    checks: Readiness.shape.checks,
    /** `until`: its expected end; null: unknown. Null: there is none. */
    maintenance: z.object({ until: Instant.nullable() }).nullable(),
    database: z.object({
      /** Latency of a minimal query in milliseconds; null when the database does not respond. */
      answerMs: z.number().nullable(),
      /** Whether the newest segment of its log could be archived; null: nothing is archived. */
      isArchiving: z.boolean().nullable(),
    }),
    feed: z.object({
      kind: z.string(),
      isLive: z.boolean(),
      isConnected: z.boolean(),
      isMarketOpen: z.boolean(),
      /** Age of the newest tick of any pair; null before the first tick. */
      delayMs: z.number().nullable(),
      /** Pairs that the feed offers, and those that it does not. */
      pairs: Count,
      notOffered: z.array(z.string()),
      /** Pairs whose newest tick is fresh enough for a signal. */
      freshPairs: Count,
      /** Ticks accepted and dropped since process start. */
      accepted: Count,
      dropped: Count,
    }),
    broker: z.object({ kind: z.string(), state: z.enum(['ok', 'degraded', 'down']) }),
    mail: z.object({
      /** False: no mail server is configured and mails are only stored. */
      isSending: z.boolean(),
      waiting: Count,
      oldestWaitingAt: Instant.nullable(),
      failed: Count,
    }),
    /** Null: the database does not answer. */
    consumers: z.array(ConsumerBacklog).nullable(),
    /** Null when the queue did not respond. */
    jobs: z.array(z.object({ queue: z.string(), due: Count, later: Count, active: Count, failed: Count })).nullable(),
    record: z.object({
      state: z.enum(recordStates),
      size: Count,
      checkpoint: z.object({ size: Count, signedAt: Instant }).nullable(),
      witnesses: z.array(
        z.object({
          /** Name and id of its key. */
          name: z.string(),
          /** The largest checkpoint that it cosigned; null: none. */
          size: Count.nullable(),
          cosignedAt: Instant.nullable(),
          /** Of the last submission; null: it succeeded. */
          error: z.enum(witnessErrors).nullable(),
        }),
      ),
    }),
    /** What language models were asked and cost; null: none is configured. A limit of null: none. */
    llm: z
      .object({
        callsOfHour: Count,
        callsPerHour: Count.nullable(),
        callsOfDay: Count,
        callsPerDay: Count.nullable(),
        /** Since midnight UTC. */
        costOfDayUsd: z.number().nonnegative(),
        costPerDayUsd: z.number().nullable(),
        callsOfUserPerHour: Count,
      })
      .nullable(),
    signals: z.object({
      open: Count,
      /** Expired more than a minute ago and still unsettled. */
      overdue: Count,
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
    users: z.object({ total: Count, today: Count, withAccess: Count, isEstimate: z.literal(true).optional() }),
    signals: z.object({
      today: Count,
      open: Count,
      successful: Count,
      neutral: Count,
      unsuccessful: Count,
      void: Count,
      voidReasons: z.array(z.object({ reason: z.enum(voidReasons), count: Count })),
    }),
  })
  .meta({ id: 'AdminOverview' });
export type AdminOverview = z.infer<typeof AdminOverview>;

export const systemEndpoints = {
  'GET /api/admin/system': { guards: ['admin'], answer: SystemState },
  'GET /api/admin/overview': { guards: ['admin'], answer: AdminOverview },
  /** No GET: a browser would repeat it, and each one calls partners that count or charge calls. */
  'POST /api/admin/checkup': { guards: ['admin'], answer: Checkup },
} satisfies Endpoints;
