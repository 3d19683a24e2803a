import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { WallClock } from '#domain/time.ts';
import { Health, healthPaths, Readiness } from '#contract/health.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import { checkReadiness, type ReadinessCheck } from '#server/http/check-readiness.ts';

/** Min interval between the checks, because the endpoint is public and exempt from rate limits. */
const answerHoldsMs = 1_000;

/** What `/api/ready` says beside the checks. */
export type ReadReadinessState = () => Promise<Omit<z.infer<typeof Readiness>, 'ready' | 'checks'>>;

export const healthRoutes =
  (checks: readonly ReadinessCheck[], clock: WallClock, readState?: ReadReadinessState): FastifyPluginAsyncZod =>
  async (app) => {
    const read = async () => {
      const [readiness, state] = await Promise.all([checkReadiness(checks), readState?.()]);
      return { ...state, ...readiness };
    };
    const readReadiness = cacheAnswer({ clock, ms: answerHoldsMs, read });
    app.get(healthPaths.health, { schema: { response: { 200: Health } }, config: { rateLimit: false } }, async () => ({
      status: 'ok' as const,
    }));

    app.get(
      healthPaths.ready,
      { schema: { response: { 200: Readiness, 503: Readiness } }, config: { rateLimit: false } },
      async (_request, reply) => {
        const readiness = await readReadiness();
        return reply.code(readiness.ready ? 200 : 503).send(readiness);
      },
    );
  };
