import { keysOf } from '#domain/keys.ts';
import type { ApiKeyScope } from '#domain/accounts/api-key.ts';
import { type ErrorCode, errorStatus } from '#domain/error-code.ts';
import { errorPhrases } from '#phrases/errors.ts';
import { callErrors } from './call-errors.ts';
import { securityOf } from './call-security.ts';
import { exampleOf, type JsonSchema } from './example-of.ts';

interface Content {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}
interface Body {
  readonly content?: Readonly<Record<string, Content>>;
}
interface Operation {
  readonly summary?: string;
  /** The scope of the keys that open the call (api-reference.ts). */
  readonly 'x-scope'?: ApiKeyScope;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: Body;
  readonly security?: ReturnType<typeof securityOf>;
  readonly responses?: Readonly<Record<string, Body & { readonly description?: string }>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
export interface Reference {
  readonly paths?: Paths;
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
}

/** The generated document with every error code of each call, and an example of each body. */
export function completeReference<Document extends Reference>(document: Document): Document {
  const schemas = document.components?.schemas ?? {};
  const complete = (path: string, method: string, { 'x-scope': scope, ...operation }: Operation): Operation => ({
    ...operation,
    security: securityOf(`${method.toUpperCase()} ${path}`, errorsOf(path, method), scope ?? null),
    ...(operation.requestBody && { requestBody: withExamples(operation.requestBody, schemas) }),
    responses: {
      ...successes(operation, schemas),
      ...errorResponses([...commonErrors(operation), ...errorsOf(path, method)]),
    },
  });
  const paths = Object.entries(separatePaths(document.paths ?? {})).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, complete(path, method, one)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

const errorsOf = (path: string, method: string): readonly ErrorCode[] =>
  callErrors[`${method.toUpperCase()} ${path}`] ?? [];

/** OpenAPI has no optional parts of a path: `/signal/{name}?` is two calls. */
const separatePaths = (paths: Paths): Paths =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) => {
      const [, start, name] = /^(.*)\/\{(\w+)\}\?$/.exec(path) ?? [];
      if (start === undefined || name === undefined) return [[path, methods] as const];
      const without = Object.entries(methods).map(([method, { parameters = [], ...rest }]) => [
        method,
        { ...rest, parameters: parameters.filter((one) => one.name !== name) },
      ]);
      const withName = Object.entries(methods).map(([method, { parameters = [], ...rest }]) => [
        method,
        { ...rest, parameters: parameters.map((one) => (one.name === name ? { ...one, required: true } : one)) },
      ]);
      return [
        [start, Object.fromEntries(without)],
        [`${start}/{${name}}`, Object.fromEntries(withName)],
      ];
    }),
  );

/** 503 of the readiness is an answer of its own form. */
const successes = ({ responses = {} }: Operation, schemas: Schemas): NonNullable<Operation['responses']> =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([, { content }]) => content?.['application/json']?.schema?.$ref !== errorSchema.$ref)
      .map(([status, response]) => [status, withExamples(response, schemas)]),
  );

type Schemas = Readonly<Record<string, JsonSchema>>;

function withExamples<Answer extends Body>(body: Answer, schemas: Schemas): Answer {
  const content = Object.entries(body.content ?? {}).map(([type, { schema = {} }]) => [
    type,
    { schema, example: exampleOf(schema, schemas, type) },
  ]);
  return content.length === 0 ? body : { ...body, content: Object.fromEntries(content) };
}

const commonErrors = ({ parameters = [], requestBody }: Operation): ErrorCode[] => [
  ...(parameters.length > 0 || requestBody ? (['validation_failed', 'malformed_request'] as const) : []),
  ...(requestBody ? (['body_too_large', 'unsupported_media_type'] as const) : []),
  'country_blocked',
  'rate_limited',
  'internal_error',
  'database_unavailable',
];

const errorSchema = { $ref: '#/components/schemas/Problem' } as const;
const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';

function errorResponses(codes: readonly ErrorCode[]): NonNullable<Operation['responses']> {
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].toSorted((a, b) => a - b);
  const answers = statuses.map((status) => {
    const own = keysOf(errorStatus).filter((code) => errorStatus[code] === status && codes.includes(code));
    const examples = own.map((code) => [code, { value: { code, message: errorPhrases.en[code], requestId } }]);
    const content = { 'application/json': { schema: errorSchema, examples: Object.fromEntries(examples) } };
    return [String(status), { description: own.join(', '), content }] as const;
  });
  return Object.fromEntries(answers);
}
