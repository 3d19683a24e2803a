import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { errorStatus } from '#domain/error-code.ts';
import { keysOf } from '#domain/keys.ts';
import { callErrors } from '#server/http/call-errors.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

/** What a client generator and a reader of /api/docs get. */
const Content = z.record(
  z.string(),
  z.object({
    schema: z.json().optional(),
    example: z.json().optional(),
    examples: z.record(z.string(), z.object({ value: z.object({ code: z.string(), message: z.string() }) })).optional(),
  }),
);
const Call = z.object({
  summary: z.string().optional(),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })),
});
const Reference = z.object({
  paths: z.record(z.string(), z.record(z.string(), Call)),
  components: z.object({ schemas: z.record(z.string(), z.json()) }),
});

let product: Product;
let calls: readonly (readonly [name: string, call: z.infer<typeof Call>])[];
let schemas: z.infer<typeof Reference>['components']['schemas'];

beforeAll(async () => {
  product = await startProduct();
  const answer = await fetch(`${product.url}/api/docs/json`);
  const reference = Reference.parse(await answer.json());
  ({ schemas } = reference.components);
  calls = Object.entries(reference.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => [`${method.toUpperCase()} ${path}`, call] as const),
  );
}, 120_000);

afterAll(() => product?.stop());

test('every call has a summary', () => {
  expect(calls.length).toBeGreaterThan(100);
  expect(calls.filter(([, { summary }]) => !summary).map(([name]) => name)).toEqual([]);
});

test('every call states its errors, and no other call does', () => {
  expect(keysOf(callErrors).toSorted()).toEqual(calls.map(([name]) => name).toSorted());
});

test('every error has an answer at its status with an example of its code and text', () => {
  for (const [name, { responses }] of calls)
    for (const code of [...(callErrors[name] ?? []), 'rate_limited', 'internal_error'] as const) {
      const examples = responses[errorStatus[code]]?.content?.['application/json']?.examples;
      expect([name, code, examples?.[code]?.value]).toMatchObject([
        name,
        code,
        { code, message: expect.stringMatching(/./) },
      ]);
    }
});

test('every error code belongs to a call', () => {
  const stated = new Set(calls.flatMap(([, { responses }]) => codesOf(responses)));
  // Answers to addresses that are no calls, and to methods that an address does not have.
  const ofNoCall = ['method_not_allowed'];
  expect(keysOf(errorStatus).filter((code) => !stated.has(code))).toEqual(ofNoCall);
});

const codesOf = (responses: z.infer<typeof Call>['responses']): string[] =>
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

/** What does not fit, by field. */
function misfits(place: string, content: z.infer<typeof Content> = {}): string[] {
  return Object.entries(content).flatMap(([type, { schema, example }]) => {
    if (example === undefined) return [`${place} ${type}: no example`];
    if (type !== 'application/json') return [];
    const issues = schemaOf(schema).safeParse(example).error?.issues ?? [];
    return issues.map(({ path, message }) => `${place}: ${path.join('.')}: ${message}`);
  });
}

function schemaOf(schema: unknown): z.ZodType {
  const text = JSON.stringify({ ...Object(schema), $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(JSON.parse(text));
}
