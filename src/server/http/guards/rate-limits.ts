import rateLimit, { normalizeIP, type RateLimitPluginOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { minuteMs } from '#domain/time.ts';
import { apiError } from '../api-error.ts';

interface RateLimits {
  /** 0: none. */
  readonly perMinute: number;
  /**
   * Identity of the caller when the request can prove it; null counts the request by its address.
   */
  readonly identify?: ((request: FastifyRequest) => Promise<string | null>) | undefined;
  /** Counts for all processes; absent: this is the only one. */
  readonly valkey?: Redis | undefined;
}

/** Only the API is limited: files are cheap, and a page requests many at once. */
export async function limitRates(app: FastifyInstance, { perMinute, identify, valkey }: RateLimits): Promise<void> {
  const limit = {
    max: perMinute,
    timeWindow: minuteMs,
    keyGenerator: async (request) => (await identify?.(request)) ?? clientAddress(request),
    allowList: (request) => perMinute === 0 || !isApiCall(request),
    errorResponseBuilder: (_request, { ttl }) =>
      apiError('rate_limited', { retryAfterS: Math.max(1, Math.ceil(ttl / 1000)) }),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  } satisfies RateLimitPluginOptions;
  // Both count: while Valkey fails, each process limits what it sees itself.
  if (valkey) await app.register(rateLimit, { ...limit, redis: valkey, nameSpace: 'kurs:rate:', skipOnError: true });
  await app.register(rateLimit, { ...limit, cache: 50_000 });
}

export const isApiAddress = (url: string): boolean => /^\/(api|python_api)(\/|\?|$)/.test(url);
export const isApiCall = (request: FastifyRequest): boolean => isApiAddress(request.url);

/** In IPv6 a network of this size is one household or one machine. */
const ipv6Subnet = 64;

/**
 * Key of rate limits: the caller's address according to TRUST_PROXY, truncated to the network for
 * IPv6.
 */
export const clientAddress = (request: FastifyRequest): string => normalizeIP(request.ip, ipv6Subnet);

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
