import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/** A whole network of this size is one household or one machine in IPv6. */
const ipv6Subnet = 64;

/** What limits count by: the caller's address as TRUST_PROXY lets us know it, an IPv6 one by its network. */
export const clientAddress = (request: FastifyRequest): string => normalizeIP(request.ip, ipv6Subnet);
