import { readFile } from 'node:fs/promises';
import swagger, { type SwaggerTransform } from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { refreshCookieName } from '#contract/accounts.ts';
import { ApiErrorBody } from '#contract/api-error.ts';
import { healthPaths } from '#contract/health.ts';
import type { ApiKeyScope } from '#domain/accounts/api-key.ts';
import { brand } from '#domain/brand.ts';
import { type ErrorCode, errorStatus } from '#domain/error-code.ts';
import { toKeys } from '#domain/objects.ts';
import { type ErrorPhrase, errorPhrases } from '#phrases/errors.ts';
import { createExample, type JsonSchema, type Schemas } from './create-example.ts';
import { bodyErrors, everyRouteErrors, inputErrors } from '../errors/route-errors.ts';
import { referencePolicy } from '../pages/page-policy.ts';
import { interpolate, waitingTime } from '../phrase-values.ts';

const documentPath = `${healthPaths.docs}/json`;

/**
 * Must be registered before the modules, because it collects their routes as they are registered.
 */
export async function describeApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${brand.name} API`, version: '1', description: await readIntroduction(publicUrl) },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: securitySchemes(refreshCookieName(publicUrl)) },
    },
    transform: withConfig,
    transformObject: jsonSchemaTransformObject,
  });
}

/** How a caller is recognised. `cookieName`: of the refresh token. */
const securitySchemes = (cookieName: string) =>
  ({
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The access token of a login session, from signing in or `GET /api/refresh`; ten minutes.',
    },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'kurs_…',
      description: 'An API key. The call names the scope that opens it; no key opens any other call.',
    },
    refreshCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName,
      description: 'The refresh token of a login session, set by signing in and replaced by each use.',
    },
  }) as const;

/** When the reference is completed, `x-scope` becomes the security of the call and `x-errors` its answers. */
const withConfig: SwaggerTransform = (given) => {
  const { schema, url } = jsonSchemaTransform(given);
  const { scope, errors } = given.route.config ?? {};
  return { schema: Object.assign({}, schema, { 'x-scope': scope, 'x-errors': errors }), url };
};

/**
 * The page for developers, which a test runs (tests/api/api-page.test.ts), without its heading and
 * with the address of this product in its commands.
 */
const readIntroduction = async (publicUrl: string): Promise<string> =>
  (await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8'))
    .replace(/^# .*\n+/, '')
    .replaceAll('http://localhost:3000', publicUrl);

/** Served entirely from this server: no external fonts, analytics or assistants. */
export async function showApiReference(app: FastifyInstance): Promise<void> {
  app.get(documentPath, { schema: { hide: true } }, async (_request, reply) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- OpenAPI 3.1, as configured above
    const reference = completeReference(app.swagger() as Reference);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(reference));
  });
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html') && typeof payload === 'string';
      if (isPage) reply.header('content-security-policy', referencePolicy(payload));
    });
    await docs.register(scalar, {
      routePrefix: healthPaths.docs,
      configuration: {
        url: documentPath,
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        // What leads to the vendor's own services.
        showDeveloperTools: 'never',
        hideClientButton: true,
        customCss: 'a[href*="scalar.com"] { display: none }',
      },
    });
  });
}

/** The parts of the OpenAPI document that are completed. */
interface Reference {
  readonly paths?: Paths;
  readonly components?: { readonly schemas?: Schemas };
}
interface Content {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}
interface Body {
  readonly content?: Readonly<Record<string, Content>>;
}
interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  /** Of the route's `config`: the scope of the keys that open the call, and its errors. */
  readonly 'x-scope'?: ApiKeyScope;
  readonly 'x-errors'?: readonly ErrorCode[];
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: Body;
  readonly security?: Security;
  readonly responses?: Readonly<Record<string, Body & { readonly description?: string }>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** One of these opens the call; none: the call is open. */
type Security = readonly Readonly<Record<string, readonly string[]>>[];

/** The generated document with every error code of each call, and an example of each body. */
function completeReference<Document extends Reference>(document: Document): Document {
  const schemas = document.components?.schemas ?? {};
  const complete = (path: string, method: string, operation: Operation): Operation => {
    const { 'x-scope': scope = null, 'x-errors': errors = [], ...call } = operation;
    return {
      ...call,
      operationId: toOperationId(method, path),
      security: getSecurity(`${method.toUpperCase()} ${path}`, errors, scope),
      ...(call.requestBody && { requestBody: withExamples(call.requestBody, schemas) }),
      responses: withErrors(successes(call, schemas), errorResponses([...commonErrors(call), ...errors], scope)),
    };
  };
  const entries = Object.entries(addressCalls(document.paths ?? {})).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, complete(path, method, one)])),
  ]);
  const paths: Paths = Object.fromEntries(entries);
  return { ...document, paths, components: { ...document.components, schemas: usedSchemas(paths, schemas) } };
}

/** `GET /api/webhooks/{id}/deliveries`: `getApiWebhooksIdDeliveries`, the method in generated clients. */
const toOperationId = (method: string, path: string): string =>
  method + path.replaceAll(/[^a-z0-9]+([a-z0-9]?)/gi, (_match, letter: string) => letter.toUpperCase());

const byCookie: readonly string[] = ['GET /api/refresh', 'POST /api/logout'];

/** `name`: such as `GET /api/keys`; `scope`: of the keys that open the call. */
function getSecurity(name: string, errors: readonly ErrorCode[], scope: ApiKeyScope | null): Security {
  if (byCookie.includes(name)) return [{ refreshCookie: [] }];
  if (!errors.includes('scope_missing')) return [];
  return [{ accessToken: [] }, ...(scope ? [{ apiKey: [scope] }] : [])];
}

const successes = ({ responses = {} }: Operation, schemas: Schemas): Responses =>
  Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, withExamples(response, schemas)]));

function withExamples<Answer extends Body>(body: Answer, schemas: Schemas): Answer {
  const content = Object.entries(body.content ?? {}).map(([type, { schema = {} }]) => [
    type,
    { schema, example: createExample(schema, schemas, type) },
  ]);
  return content.length === 0 ? body : { ...body, content: Object.fromEntries(content) };
}

const commonErrors = ({ parameters = [], requestBody }: Operation): ErrorCode[] => [
  ...(parameters.length > 0 || requestBody ? inputErrors : []),
  ...(requestBody ? bodyErrors : []),
  ...everyRouteErrors,
];

type Responses = NonNullable<Operation['responses']>;

/** A call may have an answer of its own at the status of an error, such as `GET /api/ready`. */
function withErrors(own: Responses, errors: Responses): Responses {
  const both = Object.entries(errors).map(([status, error]) => {
    const schema = own[status]?.content?.[jsonType]?.schema;
    if (!schema) return [status, error] as const;
    const content = { [jsonType]: { ...error.content?.[jsonType], schema: { anyOf: [schema, errorSchema] } } };
    return [status, { ...error, content }] as const;
  });
  return { ...own, ...Object.fromEntries(both) };
}

const jsonType = 'application/json';
const errorSchema = { $ref: `#/components/schemas/${ApiErrorBody.meta()?.id}` };
const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';

function errorResponses(codes: readonly ErrorCode[], scope: ApiKeyScope | null): Responses {
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].toSorted((a, b) => a - b);
  const answers = statuses.map((status) => {
    const own = toKeys(errorStatus).filter((code) => errorStatus[code] === status && codes.includes(code));
    const examples = own.map((code) => [code, { value: { code, message: getErrorMessage(code, scope), requestId } }]);
    const content = { [jsonType]: { schema: errorSchema, examples: Object.fromEntries(examples) } };
    return [String(status), { description: own.join(', '), content }] as const;
  });
  return Object.fromEntries(answers);
}

/** As toErrorBody fills it. A call without a scope is closed to every key (signed-in.ts). */
function getErrorMessage(code: ErrorCode, scope: ApiKeyScope | null): string {
  const phrase: ErrorPhrase = code === 'scope_missing' && !scope ? 'session_required' : code;
  return interpolate(errorPhrases.en[phrase], { ...exampleParams[code], ...(scope && { scope }) });
}

const exampleParams: { readonly [code in ErrorCode]?: Readonly<Record<string, string | number>> } = {
  validation_failed: { fields: 'email' },
  balance_too_low: { minBalance: 10 },
  vip_balance_required: { minBalance: 1_000, balance: 250 },
  stopped_for_today: { timezone: 'Europe/Kyiv' },
  unknown_model: { allowed: 'kurs_ai_v2, kurs_ai_v1' },
  limit_reached: { max: 10 },
  rate_limited: { wait: waitingTime(20, 'en') },
};

/** The schemas that the calls refer to, directly or through another one. */
function usedSchemas(paths: object, schemas: Schemas): Schemas {
  const used = new Set<string>();
  const waiting: unknown[] = [paths];
  for (const part of waiting)
    for (const name of namesIn(part))
      if (!used.has(name)) {
        used.add(name);
        waiting.push(schemas[name]);
      }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

const namesIn = (part: unknown): string[] =>
  [...JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);

type Parameter = NonNullable<Operation['parameters']>[number];

const restName = 'rest';

/**
 * Fastify's addresses as OpenAPI can state them: it has no optional parts of a path, so
 * `/signal/{name}?` is two calls, and no wildcards, so `{*}` has a name.
 */
const addressCalls = (paths: Paths): Paths =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) => {
      const [, start, name] = /^(.*)\/\{(\w+)\}\?$/.exec(path) ?? [];
      if (start === undefined || name === undefined)
        return [[path.replace('{*}', `{${restName}}`), withParameters(methods, nameRest)] as const];
      const without = withParameters(methods, (one) => (one.name === name ? null : one));
      const required = withParameters(methods, (one) => (one.name === name ? { ...one, required: true } : one));
      return [[start, without] as const, [`${start}/{${name}}`, required] as const];
    }),
  );

const nameRest = (one: Parameter): Parameter => (one.name === '*' ? { ...one, name: restName } : one);

const withParameters = (methods: Paths[string], change: (one: Parameter) => Parameter | null): Paths[string] =>
  Object.fromEntries(
    Object.entries(methods).map(([method, { parameters = [], ...operation }]) => [
      method,
      { ...operation, parameters: parameters.flatMap((one) => change(one) ?? []) },
    ]),
  );
