import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { ErrorCode } from '#domain/error-code.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The errors of the route beside those below. A route states its own; its guards add theirs. */
    errors?: readonly ErrorCode[];
  }
}

export const everyRouteErrors = ['country_blocked', 'rate_limited', 'internal_error', 'database_unavailable'] as const;
/** Of every route with parameters or a body. */
export const inputErrors = ['validation_failed', 'malformed_request'] as const;
/** Of every route with a body. */
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
export const createGuard = (errors: readonly ErrorCode[], check: Guard): Guard =>
  Object.assign((request: FastifyRequest, reply: FastifyReply) => check(request, reply), { errors });

type Stage = 'onRequest' | 'preValidation';

/** Guards every route that the plugin registers from here on. */
export function guardRoutes(app: FastifyInstance, stage: Stage, ...guards: readonly Guard[]): void {
  for (const guard of guards) app.addHook(stage, guard);
  app.addHook('onRoute', (route) => addErrors(route, guards));
}

/** Adds the errors of the guards that a route names itself. Register before the routes. */
export function collectGuardErrors(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => addErrors(route, [route.onRequest ?? [], route.preValidation ?? []].flat()));
}

function addErrors(route: RouteOptions, hooks: readonly object[]): void {
  const config = (route.config ??= {});
  const errors = hooks.filter(isStating).flatMap((guard) => guard.errors);
  config.errors = [...new Set([...(config.errors ?? []), ...errors])];
}

const isStating = (hook: object): hook is Required<Guard> => 'errors' in hook;
