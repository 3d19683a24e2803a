import { z } from 'zod';

export const healthPaths = { health: '/api/health', ready: '/api/ready', docs: '/api/docs' } as const;
export const Health = z.object({ status: z.literal('ok') });
export const Readiness = z.object({
  ready: z.boolean(),
  checks: z.array(z.object({ name: z.string(), state: z.enum(['ok', 'degraded', 'down']) })),
});
