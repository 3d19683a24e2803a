import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiError } from './api-error.ts';

/** A limit that several routes share, counted like the others; the limits of a route count each route for itself. */
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
