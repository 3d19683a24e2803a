import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';

export const Health = z.object({ status: z.literal('ok') });
/** What the answering process is among several. */
export const ProcessState = z.object({
  role: z.enum(['all', 'api', 'engine', 'worker']),
  /** Whether the answering process leads, and the newest term with its age. */
  leader: z.object({ leading: z.boolean(), term: z.number(), ageMs: z.number() }).nullable(),
  /** Since the leading engine was last heard; null: it is not heard. */
  boardAgeMs: z.number().nullable(),
  /** Age of the newest price that the process knows, by the clock of the market; null: none. */
  priceAgeMs: z.number().nullable(),
  /** Age of the oldest event that a stream lacked when the outbox was last read; null: no streams. */
  streamLagMs: z.number().nullable(),
});
export type ProcessState = z.infer<typeof ProcessState>;

export const consumerNames = ['jobs', 'mail', 'push', 'telegram', 'settlement'] as const;
export type ConsumerName = (typeof consumerNames)[number];

/** Who takes from the database what others stored there, and how late it is. */
export const ConsumerLag = z.object({
  name: z.enum(consumerNames),
  /** Since the oldest entry that waits became due; 0: none waits. */
  lagMs: z.number(),
});

/** `database` is checked first; `valkey` only with REDIS_URL. */
export const checkNames = ['database', 'valkey', 'clock', 'mail', 'record', 'broker', 'feed', 'models'] as const;

export const Readiness = z.object({
  ...ProcessState.partial().shape,
  /** All processes together; null: the database does not answer. */
  consumers: z.array(ConsumerLag).nullable().optional(),
  /** The market's pairs; null: the feed has not named them yet. */
  pairs: z
    .object({ offered: z.number(), notOffered: z.array(z.string()) })
    .nullable()
    .optional(),
  ready: z.boolean(),
  checks: z.array(z.object({ name: z.enum(checkNames), state: z.enum(['ok', 'degraded', 'down']) })),
});

export const healthEndpoints = {
  'GET /api/health': { guards: [], inMaintenance: true, answer: Health },
  'GET /api/ready': { guards: [], inMaintenance: true, answer: Readiness, status: [200, 503] },
} satisfies Endpoints;
