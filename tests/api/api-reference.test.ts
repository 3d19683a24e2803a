import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type ApiKeyScope, apiKeyScopes } from '#domain/accounts/api-key.ts';
import { errorCodes, errorStatus } from '#domain/error-code.ts';
import { toKeys } from '#domain/objects.ts';
import { signIn } from '#tests/support/api-client.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

/** What a client generator and a reader of /api/docs get. */
const ErrorCode = z.enum(errorCodes);
const Content = z.record(
  z.string(),
  z.object({
    schema: z.json().optional(),
    example: z.json().optional(),
    examples: z.record(z.string(), z.object({ value: z.object({ code: z.string(), message: z.string() }) })).optional(),
  }),
);
const Security = z.array(z.record(z.string(), z.array(z.string())));
const Call = z.object({
  security: Security,
  summary: z.string().optional(),
  operationId: z.string().optional(),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })),
});
const Reference = z.object({
  paths: z.record(z.string(), z.record(z.string(), Call)),
  components: z.object({ schemas: z.record(z.string(), z.json()), securitySchemes: z.record(z.string(), z.json()) }),
});

let product: Product;
/** The document as it is served. */
let source: string;
let calls: readonly (readonly [name: string, call: z.infer<typeof Call>])[];
let schemas: z.infer<typeof Reference>['components']['schemas'];
let schemes: z.infer<typeof Reference>['components']['securitySchemes'];
/** The headers of keys with one scope each. */
let keys: Record<ApiKeyScope, { readonly authorization: string }>;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMIT_PER_MINUTE: '0' });
  source = await (await fetch(`${product.url}/api/docs/json`)).text();
  const reference = Reference.parse(JSON.parse(source));
  ({ schemas, securitySchemes: schemes } = reference.components);
  calls = Object.entries(reference.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => [`${method.toUpperCase()} ${path}`, call] as const),
  );
  const api = await signIn(product.url, { email: 'demo@kurs.example', password: 'Kurs-demo-1' });
  const getKey = async (scope: ApiKeyScope) => {
    const { body } = await api.send('POST', '/api/keys', { name: scope, scopes: [scope] });
    return { authorization: `Bearer ${String(body.key)}` };
  };
  keys = { read: await getKey('read'), signals: await getKey('signals') };
}, 120_000);

afterAll(() => product?.stop());

test('the introduction uses the address of this product, not the one of a default start', () => {
  const { servers, info } = JSON.parse(source) as { servers: { url: string }[]; info: { description: string } };
  expect(info.description).toContain(`KURS=${servers[0]?.url}\n`);
  expect(info.description).not.toContain('localhost:3000');
});

/** The rules of OpenAPI and of good references that a running product can keep. */
async function findingsIn(document: string): Promise<string[]> {
  const rules = {
    // The product of an operator states neither a licence of its answers nor an address of its own here.
    'info-license': 'off',
    'no-server-example.com': 'off',
    // The links in mails redirect; that every call states its answer is a test below.
    'operation-2xx-response': 'off',
    // Records by an enum require keys that `propertyNames` names, which this rule does not read.
    'no-required-schema-properties-undefined': 'off',
  } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const findings = await lintFromString({ source: document, config });
  return findings.map(({ ruleId, message, location: [place] }) => `${ruleId} at ${place?.pointer}: ${message}`);
}

test('the document is valid OpenAPI 3.1', async () => {
  expect(await findingsIn(source)).toEqual([]);
}, 30_000);

test.each([
  ['an unknown type', '"type":"integer"', '"type":"number of"'],
  ['a reference to nothing', '"$ref":"#/components/schemas/Signal"', '"$ref":"#/components/schemas/Nothing"'],
  ['a parameter that its path does not have', '"in":"path","name":"id"', '"in":"path","name":"it"'],
])('the validator finds %s', async (_name, valid, invalid) => {
  expect(source).toContain(valid);
  expect(await findingsIn(source.replace(valid, invalid))).not.toEqual([]);
});

test('every call has a summary, an id of its own and an answer', () => {
  expect(calls.length).toBeGreaterThan(100);
  const isIncomplete = ({ summary, operationId, responses }: z.infer<typeof Call>): boolean =>
    !summary || !operationId || !Object.keys(responses).some((status) => Number(status) < 400);
  expect(calls.filter(([, call]) => isIncomplete(call)).map(([name]) => name)).toEqual([]);
  expect(new Set(calls.map(([, { operationId }]) => operationId)).size).toBe(calls.length);
});

test('every error has an answer at its status with an example of its code and text', () => {
  for (const [name, { responses }] of calls) {
    expect([name, toCodes(responses)]).toEqual([name, expect.arrayContaining(['rate_limited', 'internal_error'])]);
    for (const [status, { content }] of Object.entries(responses))
      for (const [code, { value }] of Object.entries(content?.['application/json']?.examples ?? {}))
        expect([name, status, value]).toEqual([
          name,
          String(errorStatus[ErrorCode.parse(code)]),
          { code, message: expect.stringMatching(/^[^{}]+$/) },
        ]);
  }
});

test.each([
  ['GET /api/keys', 'no API key opens it'],
  ['GET /api/signal/user/stats', 'Create a key with the scope it needs (read)'],
])('the example of a key that does not open %s states what does', (name, text) => {
  const call = calls.find(([one]) => one === name)?.[1];
  const example = call?.responses['403']?.content?.['application/json']?.examples?.['scope_missing'];
  expect(example?.value).toMatchObject({ message: expect.stringContaining(text) });
});

test('the answer of a product that is not ready fits the schema of its status', () => {
  const ready = calls.find(([name]) => name === 'GET /api/ready')?.[1];
  const schema = getSchema(ready?.responses['503']?.content?.['application/json']?.schema);
  const notReady = { ready: false, checks: [{ name: 'feed', state: 'down' }] };
  const error = { code: 'database_unavailable', message: 'Storage is unavailable.', requestId: 'a' };
  expect([notReady, error, { ready: false }].map((answer) => schema.safeParse(answer).success)).toEqual([
    true,
    true,
    false,
  ]);
});

test('every error code belongs to a call', () => {
  const stated = new Set(calls.flatMap(([, { responses }]) => toCodes(responses)));
  // Answers to addresses that are no calls, and to methods that an address does not have.
  const ofNoCall = ['method_not_allowed'];
  expect(toKeys(errorStatus).filter((code) => !stated.has(code))).toEqual(ofNoCall);
});

const toCodes = (responses: z.infer<typeof Call>['responses']): string[] =>
  Object.values(responses).flatMap(({ content }) => Object.keys(content?.['application/json']?.examples ?? {}));

test('every request and answer has an example that fits its schema', () => {
  const wrong = calls.flatMap(([name, { requestBody, responses }]) => [
    ...misfits(`${name} body`, requestBody?.content),
    ...Object.entries(responses)
      .filter(([status]) => Number(status) < 400)
      .flatMap(([status, { content }]) => misfits(`${name} ${status}`, content)),
  ]);
  expect(wrong).toEqual([]);
});

test('every body that refuses unknown fields takes the language of the answer', () => {
  const bodies = calls.flatMap(([name, { requestBody }]) => {
    const schema = JSON.stringify(resolve(requestBody?.content['application/json']?.schema ?? null));
    return schema.includes('"additionalProperties":false') ? [[name, schema.includes('"lang":')] as const] : [];
  });
  expect(bodies.length).toBeGreaterThan(20);
  expect(bodies.filter(([, hasLang]) => !hasLang)).toEqual([]);
});

const Ref = z.object({ $ref: z.string() });
const resolve = (schema: unknown): unknown => {
  const ref = Ref.safeParse(schema);
  return ref.success ? schemas[ref.data.$ref.split('/').at(-1) ?? ''] : schema;
};

/** What does not fit, by field. */
function misfits(place: string, content: z.infer<typeof Content> = {}): string[] {
  return Object.entries(content).flatMap(([type, { schema, example }]) => {
    if (example === undefined) return [`${place} ${type}: no example`];
    if (type !== 'application/json') return [];
    const issues = getSchema(schema).safeParse(example).error?.issues ?? [];
    return issues.map(({ path, message }) => `${place}: ${path.join('.')}: ${message}`);
  });
}

function getSchema(schema: unknown): z.ZodType {
  const text = JSON.stringify({ ...Object(schema), $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(JSON.parse(text));
}

/** Calls without a body, so that one that admits the caller does nothing. */
async function toError(name: string, headers: Readonly<Record<string, string>> = {}): Promise<string | null> {
  const [method = '', path = ''] = name.split(' ');
  const stop = new AbortController();
  const address = product.url + path.replaceAll(/\{\w+\}/g, '0f8fad5b-d9cb-469f-a165-70867728950e');
  const answer = await fetch(address, { method, headers, signal: stop.signal, redirect: 'manual' });
  const isError = answer.status >= 400 && answer.headers.get('content-type')?.startsWith('application/json');
  const { code = null } = isError ? ((await answer.json()) as { code?: string }) : {};
  stop.abort();
  return code;
}

/** Without a cookie signing out has nothing to do. */
const isOpen = ([name, { security }]: (typeof calls)[number]): boolean =>
  security.length === 0 || name === 'POST /api/logout';

test('every call names who may call it, and rejects a stranger if that is not everybody', async () => {
  for (const [name, { security }] of calls)
    for (const one of security)
      expect([name, Object.keys(one).every((scheme) => scheme in schemes)]).toEqual([name, true]);
  const rejecting = await Promise.all(calls.map(async ([name]) => [name, await toError(name)]));
  expect(rejecting.filter(([, code]) => code === 'unauthenticated').map(([name]) => name)).toEqual(
    calls.filter((call) => !isOpen(call)).map(([name]) => name),
  );
});

test.each(apiKeyScopes)('a key with the scope %s opens the calls that name it, and no other', async (scope) => {
  const own = calls.filter(([, { security }]) => security.some(({ accessToken }) => accessToken !== undefined));
  const opened: [string, unknown][] = [];
  // One after the other: together they ask for more connections than a busy machine opens in time.
  for (const [name] of own) opened.push([name, await toError(name, keys[scope])]);
  const named = own.filter(([, { security }]) => security.some(({ apiKey }) => apiKey?.includes(scope)));
  expect(opened.filter(([, code]) => code !== 'scope_missing').map(([name]) => name)).toEqual(
    named.map(([name]) => name),
  );
  expect(named.length).toBeGreaterThan(2);
});

test('a signal is the same example in every call', () => {
  const examples = calls.flatMap(([, { responses }]) =>
    Object.values(responses).flatMap(({ content }) => {
      const { schema, example } = content?.['application/json'] ?? {};
      return JSON.stringify(schema) === '{"$ref":"#/components/schemas/Signal"}' ? [JSON.stringify(example)] : [];
    }),
  );
  expect(examples.length).toBeGreaterThan(2);
  expect(new Set(examples).size).toBe(1);
});
