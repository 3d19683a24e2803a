import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { minuteMs } from '#domain/time.ts';
import { clientAddress } from './client-address.ts';
import { apiError } from './api-error.ts';

export interface RateLimits {
  /** 0: none. */
  readonly perMinute: number;
  /**
   * Identity of the caller when the request can prove it; null counts the request by its address.
   */
  readonly identify?: ((request: FastifyRequest) => Promise<string | null>) | undefined;
}

/** Only the API is limited: files are cheap, and a page requests many at once. */
export async function limitRates(app: FastifyInstance, { perMinute, identify }: RateLimits): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: minuteMs,
    cache: 50_000,
    keyGenerator: async (request) => (await identify?.(request)) ?? clientAddress(request),
    allowList: (request) => perMinute === 0 || !isApiCall(request),
    errorResponseBuilder: (_request, { ttl }) =>
      apiError('rate_limited', { retryAfterS: Math.max(1, Math.ceil(ttl / 1000)) }),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  });
}

export const isApiAddress = (url: string): boolean => /^\/(api|python_api)(\/|\?|$)/.test(url);
export const isApiCall = (request: FastifyRequest): boolean => isApiAddress(request.url);
