import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiError } from '../api-error.ts';

/**
 * A shared rate limit for several routes, counted like the others; the limits of a route apply to
 * each route separately.
 */
export function createSharedRateLimit(
  app: FastifyInstance,
  limit: { readonly max: number; readonly timeWindow: number },
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit(limit);
  return async (request) => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    throw apiError('rate_limited', { retryAfterS: Math.max(1, counted.ttlInSeconds) });
  };
}
