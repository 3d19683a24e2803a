import type { FastifyRequest } from 'fastify';
import { clientAddress } from '#server/http/client-address.ts';

/** Where a call comes from, as far as limits and the list of sessions need it. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string;
}

export const callerOf = (request: FastifyRequest): Caller => ({
  address: clientAddress(request),
  userAgent: request.headers['user-agent'] ?? '',
});
