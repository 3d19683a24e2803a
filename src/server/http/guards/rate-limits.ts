import rateLimit, { normalizeIP, type RateLimitPluginOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { minuteMs } from '#domain/time.ts';
import type { KeyedHash } from '#server/crypto/keyed-hash.ts';
import { apiError } from '../api-error.ts';

interface RateLimits {
  /** 0: none. */
  readonly perMinute: number;
  /**
   * Identity of the caller when the request can prove it; null counts the request by its address.
   */
  readonly identify?: ((request: FastifyRequest) => Promise<string | null>) | undefined;
  /** Absent: this is the only process. */
  readonly store?: RateStore | undefined;
}

/** Counts for all processes. An address leaves the process only as a hash. */
export interface RateStore {
  readonly valkey: Redis;
  readonly hashAddress: KeyedHash;
}

/** Only the API is limited: files are cheap, and a page requests many at once. */
export async function limitRates(app: FastifyInstance, { perMinute, identify, store }: RateLimits): Promise<void> {
  const limit = {
    max: perMinute,
    timeWindow: minuteMs,
    allowList: (request) => perMinute === 0 || !isApiCall(request),
    errorResponseBuilder: (_request, { ttl }) =>
      apiError('rate_limited', { retryAfterS: Math.max(1, Math.ceil(ttl / 1000)) }),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  } satisfies RateLimitPluginOptions;
  const identifyOr = (getKey: (request: FastifyRequest) => string) => async (request: FastifyRequest) =>
    (await identify?.(request)) ?? getKey(request);
  // Both count: while Valkey fails, each process limits what it sees itself.
  if (store) {
    const keyGenerator = identifyOr((request) => store.hashAddress(clientAddress(request)));
    const shared = { redis: store.valkey, nameSpace: 'kurs:rate:', skipOnError: true };
    await app.register(rateLimit, { ...limit, ...shared, keyGenerator });
  }
  await app.register(rateLimit, { ...limit, cache: 50_000, keyGenerator: identifyOr(clientAddress) });
}

export const isApiAddress = (url: string): boolean => /^\/(api|python_api)(\/|\?|$)/.test(url);
export const isApiCall = (request: FastifyRequest): boolean => isApiAddress(request.url);

/** In IPv6 a network of this size is one household or one machine. */
const ipv6Subnet = 64;

/**
 * Key of rate limits: the caller's address according to TRUST_PROXY, truncated to the network for
 * IPv6. A caller who has left meanwhile has none, whatever the type says.
 */
export const clientAddress = ({ ip }: { readonly ip?: string }): string => (ip ? normalizeIP(ip, ipv6Subnet) : 'gone');

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
