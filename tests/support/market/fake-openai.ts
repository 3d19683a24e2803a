import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { createSchemaCheck } from './vendor-schema.ts';
import { closeServer, listenLocally } from '../network/local-server.ts';

/**
 * What the service does with one request; `errors` of the fixture file are errors in OpenAI's own
 * words.
 */
export type LlmStep =
  | { readonly says: { readonly p_up: number; readonly reasons?: readonly string[] | null } }
  | { readonly content: string | null; readonly refusal?: string; readonly finish?: string }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }
  /** No answer and no close: the connection stays open. */
  | 'hangs'
  /** Headers and half a body, then silence. */
  | 'hangs half-way'
  | 'hangs up';

const Request = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user']), content: z.string() })).min(1),
  temperature: z.number().optional(),
  max_completion_tokens: z.number().int().positive(),
  response_format: z
    .object({ type: z.string(), json_schema: z.object({ strict: z.boolean() }).loose().optional() })
    .optional(),
});
type LlmRequest = z.infer<typeof Request>;

const ErrorFixture = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.unknown(),
});
function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../fixtures/llm/${name}`, import.meta.url), 'utf8'));
}
type ErrorFixtureName =
  | 'wrongKey'
  | 'unknownModel'
  | 'noSchema'
  | 'noJsonMode'
  | 'noTemperature'
  | 'wordJsonMissing'
  | 'tooManyRequests'
  | 'quotaSpent'
  | 'serverError';
const Schema = z.record(z.string(), z.unknown());
const schemas = z.object({ request: Schema, response: Schema, error: Schema }).parse(readFixture('openai-chat.json'));
const checkRequest = createSchemaCheck('a request to OpenAI', schemas.request);
const checkResponse = createSchemaCheck('an answer of OpenAI', schemas.response);
const checkError = createSchemaCheck('an error of OpenAI', schemas.error);

const errorResponses = z.record(z.string(), ErrorFixture).parse(readFixture('openai-errors.json'));
for (const { body } of Object.values(errorResponses)) checkError(body);
export const rejection = (name: ErrorFixtureName): LlmStep => errorResponses[name] as LlmStep;

/**
 * What each model accepts, like the real ones: a base model, one without schemas, a reasoning
 * model, one of a plain local server.
 */
const models: Readonly<Record<string, { readonly formats: readonly string[]; readonly temperature: boolean }>> = {
  'gpt-4o': { formats: ['json_schema', 'json_object'], temperature: true },
  'gpt-3.5-turbo': { formats: ['json_object'], temperature: true },
  'o3-mini': { formats: ['json_schema', 'json_object'], temperature: false },
  'plain-local': { formats: [], temperature: true },
};

const noOpinion: LlmStep = { says: { p_up: 0.5, reasons: ['no_pattern'] } };
const tokens = { prompt_tokens: 400, completion_tokens: 20, total_tokens: 420 };

/**
 * A fake server that speaks OpenAI's Chat Completions API and rejects what the real one rejects. It
 * fails on a request or an answer that the published schema does not allow.
 */
export async function startFakeOpenAi({ key = 'test-key' } = {}) {
  const steps: LlmStep[] = [];
  const requests: LlmRequest[] = [];
  let onRequest = (): void => undefined;

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return void response.writeHead(404).end();
    const body: unknown = JSON.parse(await text(request));
    checkRequest(body);
    const requested = Request.parse(body);
    requests.push(requested);
    onRequest();
    const isOurs = request.headers.authorization === `Bearer ${key}`;
    play(
      isOurs ? (findRejection(requested) ?? steps.shift() ?? noOpinion) : rejection('wrongKey'),
      requested,
      response,
    );
  };

  const server = createServer((request, response) => {
    respond(request, response).catch((kind: unknown) => response.writeHead(400).end(String(kind)));
  });
  const port = await listenLocally(server);

  return {
    url: `http://127.0.0.1:${port}/v1`,
    key,
    /** The next requests get these, in order; later ones get `{ p_up: 0.5, reasons: ['no_pattern'] }`. */
    script: (...more: readonly LlmStep[]) => void steps.push(...more),
    /** Well-formed requests so far, rejected ones too. */
    requests: () => requests,
    /** Resolves when this many requests have been received in total. */
    received: (count: number) =>
      new Promise<void>((resolve) => {
        onRequest = () => void (requests.length >= count && resolve());
        onRequest();
      }),
    stop: () => closeServer(server),
  };
}

/** Errors caused by the request itself. */
function findRejection({ model, response_format: format, temperature, messages }: LlmRequest): LlmStep | null {
  const takes = models[model];
  if (!takes) return rejection('unknownModel');
  if (temperature !== undefined && !takes.temperature) return rejection('noTemperature');
  if (format && !takes.formats.includes(format.type)) {
    return rejection(format.type === 'json_schema' ? 'noSchema' : 'noJsonMode');
  }
  const saysJson = messages.some(({ content }) => /json/i.test(content));
  return format?.type === 'json_object' && !saysJson ? rejection('wordJsonMissing') : null;
}

function play(step: LlmStep, { model }: LlmRequest, response: ServerResponse): void {
  if (step === 'hangs') return;
  if (step === 'hangs up') return void response.destroy();
  if (step === 'hangs half-way')
    return void response.writeHead(200, json).write('{"id":"chatcmpl-1","choices":[{"mess');
  if ('status' in step) {
    return void response.writeHead(step.status, { ...json, ...step.headers }).end(JSON.stringify(step.body));
  }
  const completion = createCompletion(model, step);
  checkResponse(completion);
  response.writeHead(200, json).end(JSON.stringify(completion));
}

export type FakeOpenAi = Awaited<ReturnType<typeof startFakeOpenAi>>;

const json = { 'content-type': 'application/json' };

function createCompletion(model: string, step: Extract<LlmStep, { says: unknown } | { content: unknown }>) {
  const content = 'says' in step ? JSON.stringify(step.says) : step.content;
  const isRefused = 'refusal' in step && step.refusal !== undefined;
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_772_463_600,
    model: `${model}-2024-08-06`,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: isRefused ? step.refusal : null },
        logprobs: null,
        finish_reason: 'finish' in step ? step.finish : 'stop',
      },
    ],
    usage: tokens,
  };
}
