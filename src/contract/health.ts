import { z } from 'zod';

export const healthPaths = { health: '/api/health', ready: '/api/ready', docs: '/api/docs' } as const;
export const Health = z.object({ status: z.literal('ok') });
/** What the answering process is among several. */
export const ProcessState = z.object({
  role: z.enum(['all', 'api', 'engine', 'worker']),
  /** Whether the answering process leads, and the newest term with its age. */
  leader: z.object({ leading: z.boolean(), term: z.number(), ageMs: z.number() }).nullable(),
  /** Since the leading engine was last heard; null: it is not heard. */
  boardAgeMs: z.number().nullable(),
});
export type ProcessState = z.infer<typeof ProcessState>;

export const Readiness = z.object({
  ...ProcessState.partial().shape,
  ready: z.boolean(),
  checks: z.array(z.object({ name: z.string(), state: z.enum(['ok', 'degraded', 'down']) })),
});
