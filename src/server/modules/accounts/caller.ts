import type { FastifyRequest } from 'fastify';
import { clientAddress } from '#server/http/guards/rate-limits.ts';

/** Origin of a request, as needed by rate limits and the list of login sessions. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string;
}

export const createCaller = (request: FastifyRequest): Caller => ({
  address: clientAddress(request),
  userAgent: request.headers['user-agent'] ?? '',
});

/** A browser sends `Origin` with every POST of a page; a program sends neither unless it wants to. */
export const isBrowser = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
