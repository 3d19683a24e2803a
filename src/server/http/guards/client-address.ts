import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/** In IPv6 a network of this size is one household or one machine. */
const ipv6Subnet = 64;

/**
 * Key of rate limits: the caller's address according to TRUST_PROXY, truncated to the network for
 * IPv6.
 */
export const clientAddress = (request: FastifyRequest): string => normalizeIP(request.ip, ipv6Subnet);
