import rateLimit, { normalizeIP, type RateLimitPluginOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { minuteMs } from '#domain/time.ts';
import type { KeyedHash } from '#server/crypto/keyed-hash.ts';
import { apiError } from '#server/http/api-error.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { getOrCreate } from '#domain/objects.ts';

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

/** Calls that are open to everybody and take much processor time. */
const isDear = ({ url }: FastifyRequest): boolean => url.startsWith('/api/record') || url.startsWith('/api/docs/json');

/** Processor time that an address may take at once, and its share of the time afterwards. */
const burstMs = 1_000;
const share = 0.25;
/** Beyond them the oldest one is removed. */
const maxCallers = 10_000;

interface Caller {
  /** Resolves when the answers before have been made. */
  last: Promise<void>;
  /** When the time taken so far will equal the share of the address; milliseconds of `now`. */
  paidAt: number;
}

interface Pace {
  readonly now?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/**
 * Expensive answers for one address are made one after another, with pauses in proportion to their
 * cost, so that the process answers others between them.
 */
export function paceDearAnswers(
  app: FastifyInstance,
  { now = () => performance.now(), pause = wait }: Pace = {},
): void {
  const callers = new Map<string, Caller>();
  const turns = new WeakMap<FastifyRequest, { end: () => void }>();

  app.addHook('onRequest', async (request, reply) => {
    if (!isDear(request)) return;
    const caller = getOrCreate(callers, clientAddress(request), () => ({ last: Promise.resolve(), paidAt: 0 }));
    if (callers.size > maxCallers) callers.delete(callers.keys().next().value ?? '');
    const before = caller.last;
    const { promise, resolve } = Promise.withResolvers<void>();
    // Waits for both, because a caller that leaves while it waits ends only its own turn.
    caller.last = before.then(() => promise);
    const turn = { end: resolve };
    turns.set(request, turn);
    reply.raw.once('close', () => turn.end());
    await before;
    const early = caller.paidAt - burstMs / share - now();
    if (early > 0) await pause(early);
    const startedAt = now();
    turn.end = () => {
      turn.end = () => undefined;
      // After the answer has been written: that counts too, and others get their turn of the event loop.
      setImmediate(() => {
        caller.paidAt = Math.max(caller.paidAt, startedAt) + (now() - startedAt) / share;
        resolve();
      });
    };
    // The caller has left meanwhile.
    if (reply.raw.closed) return reply.hijack();
  });
  // The answer has been made: a slow reader delays no other caller.
  app.addHook('onSend', async (request) => turns.get(request)?.end());
}
