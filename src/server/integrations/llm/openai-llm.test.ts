import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeOpenAi, type LlmStep, rejection, startFakeOpenAi } from '#tests/support/market/fake-openai.ts';
import { LlmUnavailable } from './llm.ts';
import { createOpenAiLlm } from './openai-llm.ts';

const question = { instructions: 'Answer as JSON.', readings: 'returns: 1, -1, 0' };
const opinion: LlmStep = { says: { p_up: 0.68, reasons: ['oversold', 'near_low'] } };
const price = { question: 2.5, answer: 10 };

let service: FakeOpenAi;
beforeEach(async () => {
  service = await startFakeOpenAi();
});
afterEach(() => service.stop());

const llm = (change: Partial<Parameters<typeof createOpenAiLlm>[0]> = {}) =>
  createOpenAiLlm({ apiKey: service.key, baseUrl: service.url, model: 'gpt-4o', price, retryDelayMs: 0, ...change });

async function toError(judging: Promise<unknown>): Promise<LlmUnavailable> {
  const kind: unknown = await judging.then(
    () => null,
    (error: unknown) => error,
  );
  if (kind instanceof LlmUnavailable) return kind;
  throw new Error(`not an LlmUnavailable: ${String(kind)}`);
}

describe('an answer', () => {
  it('contains the stated values, the tokens counted by the service, and their cost', async () => {
    service.script(opinion);
    expect(await llm().judge(question)).toEqual({
      pUp: 0.68,
      reasons: ['oversold', 'near_low'],
      usage: { question: 400, answer: 20 },
      costUsd: (400 * 2.5 + 20 * 10) / 1_000_000,
    });
  });

  it('is requested at temperature 0 with a strict schema, a length limit and only the question', async () => {
    await llm().judge(question);
    expect(service.requests()).toEqual([
      {
        model: 'gpt-4o',
        temperature: 0,
        max_completion_tokens: 1_000,
        messages: [
          { role: 'system', content: question.instructions },
          { role: 'user', content: question.readings },
        ],
        response_format: { type: 'json_schema', json_schema: expect.objectContaining({ strict: true }) },
      },
    ]);
  });

  it.each<[string, LlmStep]>([
    ['missing', { says: { p_up: 0.6 } }],
    ['null', { says: { p_up: 0.6, reasons: null } }],
    ['empty', { says: { p_up: 0.6, reasons: [] } }],
  ])('whose reasons are %s is a forecast without reasons', async (_name, step) => {
    service.script(step);
    expect(await llm().judge(question)).toMatchObject({ pUp: 0.6, reasons: [] });
  });

  it('may be surrounded by text where the model is not bound to a schema', async () => {
    service.script({ content: 'Here it is:\n```json\n{"p_up": 0.4, "reasons": ["falling"]}\n```' });
    expect(await llm({ model: 'plain-local' }).judge(question)).toMatchObject({ pUp: 0.4, reasons: ['falling'] });
  });
});

describe('a model with fewer request options', () => {
  it.each([
    [
      'gpt-3.5-turbo',
      [
        { type: 'json_schema', temperature: 0 },
        { type: 'json_object', temperature: 0 },
      ],
    ],
    ['o3-mini', [{ type: 'json_schema', temperature: 0 }, { type: 'json_schema' }]],
    [
      'plain-local',
      [{ type: 'json_schema', temperature: 0 }, { type: 'json_object', temperature: 0 }, { temperature: 0 }],
    ],
  ])('%s gets only its supported options, on the next request without another attempt', async (model, requested) => {
    const one = llm({ model });
    const forms = () =>
      service.requests().map(({ response_format: format, temperature }) => ({
        ...(format ? { type: format.type } : {}),
        ...(temperature === undefined ? {} : { temperature }),
      }));
    await Promise.all([one.judge(question), one.judge(question)]);
    expect(forms()).toEqual(requested.flatMap((form) => [form, form]));
    await one.judge(question);
    expect(forms().at(-1)).toEqual(requested.at(-1));
    expect(forms()).toHaveLength(2 * requested.length + 1);
  });
});

describe('an answer that is not a forecast', () => {
  it.each<[string, LlmStep, string]>([
    ['text without JSON', { content: 'The euro will rise.' }, 'junk'],
    ['truncated JSON', { content: '{"p_up": 0.6, "reasons": ["ris', finish: 'length' }, 'junk'],
    ['a probability of 7', { says: { p_up: 7, reasons: ['rising'] } }, 'junk'],
    ['a probability below 0', { says: { p_up: -0.1, reasons: ['rising'] } }, 'junk'],
    ['a probability in words', { content: '{"p_up": "high", "reasons": ["rising"]}' }, 'junk'],
    ['another schema', { content: '{"direction": "up"}' }, 'junk'],
    ['an unknown reason', { says: { p_up: 0.6, reasons: ['<script>alert(1)</script>'] } }, 'junk'],
    ['no content', { content: null }, 'junk'],
    ['a text without an end', { content: `{"p_up": 0.6, "reasons": ["rising"]}${' '.repeat(5_000)}` }, 'junk'],
    ['an empty list of choices', { status: 200, body: { choices: [] } }, 'junk'],
    ['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' }, 'junk'],
    ['a refusal', { content: null, refusal: 'I cannot give financial advice.' }, 'declined'],
    ['a filtered answer', { content: '', finish: 'content_filter' }, 'declined'],
  ])('%s', async (_name, step, kind) => {
    service.script(step);
    expect(await toError(llm().judge(question))).toMatchObject({ kind });
    expect(service.requests()).toHaveLength(1);
  });
});

describe('a service that does not answer', () => {
  it.each<['hangs' | 'hangs half-way']>([['hangs'], ['hangs half-way']])(
    'is abandoned at the deadline when it %s',
    async (step) => {
      service.script(step);
      const end = new AbortController();
      const kind = toError(llm({ deadline: () => end.signal }).judge(question));
      await service.received(1);
      end.abort();
      expect(await kind).toMatchObject({ kind: 'timeout' });
      expect(service.requests()).toHaveLength(1);
    },
  );

  it.each<[string, LlmStep]>([
    ['an unknown error', rejection('serverError')],
    ['a hang-up', 'hangs up'],
    ['an overload', { status: 503, body: 'upstream' }],
  ])('is retried once after %s, and that answer counts', async (_name, step) => {
    service.script(step, opinion);
    expect(await llm().judge(question)).toMatchObject({ pUp: 0.68 });
    expect(service.requests()).toHaveLength(2);
  });

  it('is down after two failures', async () => {
    service.script(rejection('serverError'), 'hangs up', opinion);
    expect(await toError(llm().judge(question))).toMatchObject({ kind: 'service_down' });
    expect(service.requests()).toHaveLength(2);
  });
});

describe('a rejection by the service', () => {
  it.each<[string, LlmStep, { kind: string; retryAfterS: number | null }]>([
    ['too many requests', rejection('tooManyRequests'), { kind: 'rate_limited', retryAfterS: 20 }],
    ['an exhausted quota', rejection('quotaSpent'), { kind: 'quota_spent', retryAfterS: null }],
    [
      'another bad request',
      { status: 400, body: { error: { message: 'no' } } },
      { kind: 'question_refused', retryAfterS: null },
    ],
  ])('is not retried: %s', async (_name, step, expected) => {
    service.script(step);
    expect(await toError(llm().judge(question))).toMatchObject(expected);
    expect(service.requests()).toHaveLength(1);
  });

  it('reports a rejected key without any part of the key', async () => {
    const kind = await toError(llm({ apiKey: 'wrong-key' }).judge(question));
    expect(kind).toMatchObject({ kind: 'key_refused', cause: undefined });
    expect(service.requests()).toHaveLength(1);
  });
});
