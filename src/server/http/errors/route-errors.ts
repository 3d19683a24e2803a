import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#domain/error-code.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The errors of the route beside those below. An endpoint states its own; its guards add theirs (`serve-endpoints.ts`). */
    errors?: readonly ErrorCode[];
    /** The fields of `Endpoint` of the same name. */
    cookie?: boolean;
    inMaintenance?: boolean;
  }
}

export const everyRouteErrors = [
  'country_blocked',
  'maintenance',
  'rate_limited',
  'internal_error',
  'database_unavailable',
] as const;
/** Errors of every route with parameters or a body. */
export const inputErrors = ['validation_failed', 'malformed_request'] as const;
/** Errors of every route with a body. */
export const bodyErrors = ['body_too_large', 'unsupported_media_type'] as const;

/** Whether the route of a request states this error. An address without a route states none. */
export function statesError({ is404, routeOptions }: FastifyRequest, code: ErrorCode): boolean {
  const common: readonly ErrorCode[] = [...everyRouteErrors, ...inputErrors, ...bodyErrors];
  return is404 || common.includes(code) || (routeOptions.config.errors ?? []).includes(code);
}

/** A hook that rejects requests, with the errors it rejects them with. */
export interface Guard {
  (request: FastifyRequest, reply: FastifyReply): Promise<void>;
  readonly errors?: readonly ErrorCode[];
}

/** A guard that states its errors. */
export const toGuard = (errors: readonly ErrorCode[], check: Guard): Guard =>
  Object.assign((request: FastifyRequest, reply: FastifyReply) => check(request, reply), { errors });
