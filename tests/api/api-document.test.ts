import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { errorCodes, errorStatus } from '#domain/error-code.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

/** What a client generator reads at /api/docs/json. */
const Content = z.record(z.string(), z.object({ schema: z.json() }));
const Call = z.object({
  security: z.array(z.record(z.string(), z.array(z.string()))),
  operationId: z.string(),
  parameters: z.array(z.object({ in: z.string(), name: z.string() })).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: Content.optional() })),
});
const Document = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), Call)),
  components: z.object({ schemas: z.record(z.string(), z.json()), securitySchemes: z.record(z.string(), z.json()) }),
});

const database = sharedByTests(createTestDatabase);
let product: Product;
let source: string;
let calls: readonly (readonly [name: string, call: z.infer<typeof Call>])[];
let components: z.infer<typeof Document>['components'];

beforeAll(async () => {
  product = await startProduct({ DATABASE_URL: database.url, DEMO: 'on', RATE_LIMIT_PER_MINUTE: '0' });
  source = await (await fetch(`${product.url}/api/docs/json`)).text();
  const document = Document.parse(JSON.parse(source));
  components = document.components;
  calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => [`${method.toUpperCase()} ${path}`, call] as const),
  );
}, 120_000);
afterAll(() => product?.stop());

test('every call has an id of its own, an answer, and the parameters of its path', () => {
  expect(calls.length).toBeGreaterThan(80);
  expect(new Set(calls.map(([, { operationId }]) => operationId)).size).toBe(calls.length);
  for (const [name, { responses, parameters }] of calls) {
    expect([name, Object.keys(responses).some((status) => Number(status) < 400)]).toEqual([name, true]);
    const ofPath = parameters.filter((one) => one.in === 'path').map((one) => one.name);
    expect([name, ofPath.toSorted()]).toEqual([
      name,
      [...name.matchAll(/\{([^}]*)\}/g)].map(([, one = '']) => one).toSorted(),
    ]);
  }
});

test('every reference leads to a schema', () => {
  const names = [...source.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !(name in components.schemas))).toEqual([]);
});

test('every error code belongs to a call, at its status', () => {
  const stated = new Set<string>();
  for (const [name, { responses }] of calls) {
    expect([name, responses['429']?.description]).toEqual([name, 'rate_limited']);
    for (const [status, { description }] of Object.entries(responses))
      for (const code of errorCodes.filter((one) => description.split(', ').includes(one))) {
        expect([name, code, String(errorStatus[code])]).toEqual([name, code, status]);
        stated.add(code);
      }
  }
  // Answers to addresses that are no calls, and to methods that an address does not have.
  expect(errorCodes.filter((code) => !stated.has(code))).toEqual(['method_not_allowed']);
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

function getSchema(schema: unknown): z.ZodType {
  const whole = JSON.stringify({ ...Object(schema), $defs: components.schemas });
  return z.fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')));
}

test('every body that refuses unknown fields takes the language of the answer', () => {
  const bodies = calls.flatMap(([name, { requestBody }]) => {
    const schema = requestBody?.content['application/json']?.schema ?? null;
    const ref = z.object({ $ref: z.string() }).safeParse(schema).data?.$ref.split('/').at(-1);
    const text = JSON.stringify(ref === undefined ? schema : components.schemas[ref]);
    return text.includes('"additionalProperties":false') ? [[name, text.includes('"lang":')] as const] : [];
  });
  expect(bodies.length).toBeGreaterThan(15);
  expect(bodies.filter(([, hasLang]) => !hasLang)).toEqual([]);
});

/** Without a body, so that one that admits the caller does nothing. */
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

test('every call names who may call it, and rejects a stranger if that is not everybody', async () => {
  const schemes = Object.keys(components.securitySchemes);
  for (const [name, { security }] of calls)
    expect([name, security.flatMap((one) => Object.keys(one)).every((scheme) => schemes.includes(scheme))]).toEqual([
      name,
      true,
    ]);
  const answers = await Promise.all(calls.map(async ([name]) => [name, await toError(name)]));
  expect(answers.filter(([, code]) => code === 'unauthenticated').map(([name]) => name)).toEqual(
    // Without a cookie signing out has nothing to do.
    calls.filter(([name, { security }]) => security.length > 0 && name !== 'POST /api/logout').map(([name]) => name),
  );
});

/** Signs in and returns the headers of a call. */
async function signInAs(email: string, password: string): Promise<Readonly<Record<string, string>>> {
  const login = await fetch(`${product.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return { authorization: `Bearer ${((await login.json()) as { accessToken: string }).accessToken}` };
}

test('every call of administrators rejects a user before it reads anything', async () => {
  const headers = await signInAs('demo@kurs.example', 'Kurs-demo-1');
  const ofAdmins = calls.map(([name]) => name).filter((name) => /\/admin\//.test(name));
  expect(ofAdmins.length).toBeGreaterThan(16);
  const answers = await Promise.all(ofAdmins.map(async (name) => [name, await toError(name, headers)]));
  expect(answers).toEqual(ofAdmins.map((name) => [name, 'forbidden']));
});

test('A45: a stream is opened by a login session alone, and names no other origin and no other user', async () => {
  const headers = await signInAs('demo@kurs.example', 'Kurs-demo-1');
  const stop = new AbortController();
  const open = (path: string, more: object = {}) =>
    fetch(product.url + path, { headers: { ...headers, ...more }, signal: stop.signal });
  expect((await fetch(`${product.url}/api/events`)).status).toBe(401);
  const foreign = await open('/api/events', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
  expect(foreign.headers.has('access-control-allow-origin')).toBe(false);
  const { rows } = await database.pool.query("select id from users where email = 'admin@kurs.example'");
  const other = String(rows[0].id);
  for (const path of [`/api/events/${other}`, `/api/events?userId=${other}`]) {
    const { status } = await open(path);
    expect([200, 400, 404]).toContain(status);
  }
  await database.pool.query("insert into user_events (user_id, name, data, at) values ($1, 'session', '1', now())", [
    other,
  ]);
  const resumed = await open(`/api/events?userId=${other}`, { 'last-event-id': '0' });
  const reader = resumed.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (reader && !text.includes('event: market')) text += (await reader.read()).value ?? '';
  expect(text).not.toContain('event: session');
  stop.abort();
});

test.each([`' or 1=1 --`, `1;select pg_sleep(9)--`, `\\'"\u0000%`])(
  'A50: %j in any parameter of any call is a text, never a statement',
  async (value) => {
    const headers = await signInAs('admin@kurs.example', 'Kurs-admin-1');
    const readings = calls.filter(([name]) => name.startsWith('GET ') && !name.endsWith('/api/events'));
    for (const [name, { parameters }] of readings) {
      const query = new URLSearchParams(parameters.filter((one) => one.in === 'query').map((one) => [one.name, value]));
      const path = (name.split(' ')[1] ?? '').replaceAll(/\{\w+\}/g, encodeURIComponent(value));
      const answer = await fetch(`${product.url}${path}?${query}`, { headers, redirect: 'manual' });
      await answer.arrayBuffer();
      expect([name, answer.status < 500 || answer.status === 503]).toEqual([name, true]);
    }
  },
);

test('A76: ten minutes after signing in, an administrator reads, but changes nothing and sees no screenshot and no file of users', async () => {
  const headers = await signInAs('admin@kurs.example', 'Kurs-admin-1');
  await database.pool.query("update sessions set created_at = created_at - interval '10 minutes'");
  const ofAdmins = calls.map(([name]) => name).filter((name) => name.includes('/admin/'));
  const [reading, grave] = [[] as string[], [] as string[]];
  for (const name of ofAdmins) {
    const isReading = name.startsWith('GET') && !name.includes('/screenshots/') && !name.endsWith('/export');
    (isReading ? reading : grave).push(name);
  }
  expect([reading.length > 8, grave.length > 8]).toEqual([true, true]);
  const refused = async (name: string) => [name, await toError(name, headers)];
  expect(await Promise.all(grave.map(refused))).toEqual(grave.map((name) => [name, 'confirmation_required']));
  for (const [name, code] of await Promise.all(reading.map(refused)))
    expect([name, code]).not.toEqual([name, 'confirmation_required']);
  const ofUsers = [
    'GET /api/signal/user/{id}',
    'GET /api/admin/campaigns?from=2026-01-01&to=2026-01-31',
    'GET /api/admin/users',
  ];
  const asFile = { ...headers, accept: 'text/csv' };
  for (const name of ofUsers) expect([name, await toError(name, asFile)]).toEqual([name, 'confirmation_required']);
});

test('A74: the document is serialized once', async () => {
  const app = await createTestApp({ config: { rateLimitPerMinute: 600 } });
  const serialize = vi.spyOn(app, 'swagger');
  const answers = await Promise.all([1, 2, 3].map(() => app.inject('/api/docs/json')));
  expect([answers.map(({ statusCode }) => statusCode), serialize.mock.calls.length]).toEqual([[200, 200, 200], 1]);
  await app.close();
});
