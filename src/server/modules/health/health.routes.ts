import type { z } from 'zod';
import type { WallClock } from '#domain/time.ts';
import { healthEndpoints, type Readiness } from '#contract/health.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import { checkReadiness, type ReadinessCheck } from '#server/http/check-readiness.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';

/** Min interval between the checks, because the endpoint is public and exempt from rate limits. */
const answerHoldsMs = 1_000;

/** What `/api/ready` says beside the checks. */
export type ReadReadinessState = () => Promise<Omit<z.infer<typeof Readiness>, 'ready' | 'checks'>>;

const unlimited = { config: { rateLimit: false } } as const;

export function healthRoutes(checks: readonly ReadinessCheck[], clock: WallClock, readState?: ReadReadinessState) {
  const read = async () => {
    const [readiness, state] = await Promise.all([checkReadiness(checks), readState?.()]);
    return { ...state, ...readiness };
  };
  const readReadiness = cacheAnswer({ clock, ms: answerHoldsMs, read });
  return serveEndpoints(
    healthEndpoints,
    {},
    {
      'GET /api/health': () => ({ status: 'ok' as const }),
      'GET /api/ready': async (_request, reply) => {
        const readiness = await readReadiness();
        if (!readiness.ready) reply.code(503);
        return readiness;
      },
    },
    { 'GET /api/health': unlimited, 'GET /api/ready': unlimited },
  );
}
