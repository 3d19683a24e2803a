import swagger, { type SwaggerTransform } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { refreshCookieName } from '#contract/accounts.ts';
import { ApiErrorBody } from '#contract/api-error.ts';
import { errorStatus } from '#domain/error-code.ts';
import type { Config } from '../config.ts';
import { bodyErrors, everyRouteErrors, inputErrors } from './errors/route-errors.ts';

/**
 * Describes the API as OpenAPI 3.1, each call with its errors. Must be registered before the
 * modules, because it collects their routes as they are registered.
 */
export async function describeApi(
  app: FastifyInstance,
  { publicUrl, brand }: Pick<Config, 'publicUrl' | 'brand'>,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${brand.name} API`, version: '1' },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer' },
          refreshCookie: { type: 'apiKey', in: 'cookie', name: refreshCookieName(publicUrl) },
        },
      },
    },
    transform: describeCall,
    transformObject: jsonSchemaTransformObject,
  });
}

/** Register after the modules. */
export function serveApiDocument(app: FastifyInstance): void {
  let document: Buffer | null = null;
  app.get('/api/docs/json', { schema: { hide: true }, config: { inMaintenance: true } }, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(document);
  });
}

const describeCall: SwaggerTransform = (given) => {
  const { schema, url, route } = given;
  if (route.schema === undefined) return jsonSchemaTransform(given);
  const { errors = [], cookie = false } = route.config ?? {};
  const codes = [
    ...errors,
    ...(schema.params || schema.querystring || schema.body ? inputErrors : []),
    ...(schema.body ? bodyErrors : []),
    ...everyRouteErrors,
  ];
  const security = cookie ? [{ refreshCookie: [] }] : errors.includes('unauthenticated') ? [{ accessToken: [] }] : [];
  const response = new Map<string, unknown>(Object.entries(schema.response ?? {}));
  for (const [status, own] of Map.groupBy(new Set(codes), (code) => String(errorStatus[code]))) {
    // A call may have an answer of its own at the status of an error, such as 'GET /api/ready'.
    const answer = response.get(status);
    const body = answer instanceof z.ZodType ? z.union([answer, ApiErrorBody]) : ApiErrorBody;
    response.set(status, { description: own.join(', '), content: { 'application/json': { schema: body } } });
  }
  const operationId = toOperationId(String(route.method), url);
  const described = { ...schema, params: nameRest(schema.params), operationId, security };
  return jsonSchemaTransform({
    ...given,
    url: url.replace('*', ':rest'),
    schema: { ...described, response: Object.fromEntries(response) },
  });
};

/** OpenAPI has no wildcards, so the rest of an address has a name. */
function nameRest(params: unknown): unknown {
  if (!(params instanceof z.ZodObject) || !('*' in params.shape)) return params;
  const { '*': rest, ...named } = params.shape;
  return z.object({ ...named, rest });
}

/** 'GET /api/sessions/:id': `getApiSessionsId`, the method in generated clients. */
const toOperationId = (method: string, path: string): string =>
  method.toLowerCase() + path.replaceAll(/[^a-z0-9]+([a-z0-9]?)/gi, (_match, letter: string) => letter.toUpperCase());
