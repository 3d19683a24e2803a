import { ApiErrorBody } from '#contract/api-error.ts';
import type { ApiKeyScope } from '#domain/accounts/api-key.ts';
import { toKeys } from '#domain/objects.ts';
import { type ErrorCode, errorStatus } from '#domain/error-code.ts';
import { type ErrorPhrase, errorPhrases } from '#phrases/errors.ts';
import { addressCalls } from './address-calls.ts';
import { getSecurity } from './call-security.ts';
import { createExample, type JsonSchema } from './create-example.ts';
import { interpolate, waitingTime } from '../phrase-values.ts';
import type { Body, Operation, Paths, Reference } from './reference.ts';
import { bodyErrors, everyRouteErrors, inputErrors } from '../errors/route-errors.ts';

/** The generated document with every error code of each call, and an example of each body. */
export function completeReference<Document extends Reference>(document: Document): Document {
  const schemas = document.components?.schemas ?? {};
  const complete = (path: string, method: string, operation: Operation): Operation => {
    const { 'x-scope': scope = null, 'x-errors': errors = [], ...call } = operation;
    return {
      ...call,
      operationId: toOperationId(method, path),
      security: getSecurity(`${method.toUpperCase()} ${path}`, errors, scope),
      ...(call.requestBody && { requestBody: withExamples(call.requestBody, schemas) }),
      responses: { ...successes(call, schemas), ...errorResponses([...commonErrors(call), ...errors], scope) },
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

const successes = ({ responses = {} }: Operation, schemas: Schemas): NonNullable<Operation['responses']> =>
  Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, withExamples(response, schemas)]));

type Schemas = Readonly<Record<string, JsonSchema>>;

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

const errorSchema = { $ref: `#/components/schemas/${ApiErrorBody.meta()?.id}` };
const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';

function errorResponses(codes: readonly ErrorCode[], scope: ApiKeyScope | null): NonNullable<Operation['responses']> {
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].toSorted((a, b) => a - b);
  const answers = statuses.map((status) => {
    const own = toKeys(errorStatus).filter((code) => errorStatus[code] === status && codes.includes(code));
    const examples = own.map((code) => [code, { value: { code, message: getErrorMessage(code, scope), requestId } }]);
    const content = { 'application/json': { schema: errorSchema, examples: Object.fromEntries(examples) } };
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
