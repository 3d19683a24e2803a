import { setTimeout as delay } from 'node:timers/promises';
import { APIConnectionError, APIError, OpenAI } from 'openai';
import { z } from 'zod';
import { getErrorMessage } from '#domain/caught-error.ts';
import { llmReasons } from '#domain/signals/ai-model.ts';
import { type Llm, type LlmAnswer, type LlmErrorKind, type LlmQuestion, LlmUnavailable } from './llm.ts';

interface OpenAiSettings {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
  /** US dollars per million tokens. */
  readonly price: { readonly question: number; readonly answer: number } | null;
  /** Aborts the whole exchange: later answers are of no use. */
  readonly deadline?: () => AbortSignal;
  readonly retryDelayMs?: number;
}

const maxMs = 8_000;
const defaultRetryDelayMs = 250;
/** An answer has about forty tokens; models that reason in text first get some room. */
const maxAnswerTokens = 1_000;

/** Any service with OpenAI's Chat Completions API. One quick retry, all within the deadline. */
export function createOpenAiLlm({ model, price, deadline = inEightSeconds, ...needs }: OpenAiSettings): Llm {
  const client = createClient(needs);
  // A parameter that the service rejected once is not sent again.
  let dialect = strictDialect;

  const complete = async (question: LlmQuestion, signal: AbortSignal): Promise<unknown> => {
    const used = dialect;
    const body = { model, max_completion_tokens: maxAnswerTokens, messages: createMessages(question) };
    try {
      return await client.chat.completions.create({ ...body, ...dialectParameters(used) }, { signal });
    } catch (error) {
      const plainer = getStatus(error) === 400 ? plainerDialect(used, getErrorMessage(error)) : null;
      if (!plainer) throw error;
      dialect = plainer;
      return complete(question, signal);
    }
  };

  const completeWithRetry = async (question: LlmQuestion, signal: AbortSignal): Promise<unknown> => {
    try {
      return await complete(question, signal);
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      await delay(needs.retryDelayMs ?? defaultRetryDelayMs, undefined, { signal });
      return complete(question, signal);
    }
  };

  return {
    name: model,
    judge: async (question) => {
      const signal = deadline();
      const completion = await completeWithRetry(question, signal).catch((error: unknown) => {
        throw signal.aborted ? new LlmUnavailable('timeout') : unavailableBy(error);
      });
      const answer = parseAnswer(completion);
      return { ...answer, costUsd: computeCost(answer.usage, price) };
    },
  };
}

const inEightSeconds = (): AbortSignal => AbortSignal.timeout(maxMs);

/**
 * Reads no environment variables that the configuration does not name, and logs nothing: bodies
 * contain no secrets, headers do.
 */
const createClient = ({ apiKey, baseUrl }: Pick<OpenAiSettings, 'apiKey' | 'baseUrl'>): OpenAI =>
  new OpenAI({ apiKey, baseURL: baseUrl, organization: null, project: null, maxRetries: 0, logLevel: 'off' });

const createMessages = ({ instructions, readings }: LlmQuestion) => [
  { role: 'system' as const, content: instructions },
  { role: 'user' as const, content: readings },
];

const getStatus = (error: unknown): number | undefined => (error instanceof APIError ? error.status : undefined);

/**
 * Worth one retry: a broken connection or a service-side error. Not rate limiting, which a retry
 * makes worse.
 */
const isPassing = (error: unknown): boolean =>
  error instanceof APIConnectionError || [500, 502, 503, 504].includes(getStatus(error) ?? 0);

const errorByStatus: Readonly<Record<number, LlmErrorKind>> = {
  400: 'question_refused',
  401: 'key_refused',
  403: 'key_refused',
  404: 'model_unknown',
  422: 'question_refused',
  429: 'rate_limited',
};

/** Omits the service's own message: it quotes part of a rejected key. */
function unavailableBy(error: unknown): LlmUnavailable {
  if (!(error instanceof APIError)) return new LlmUnavailable('service_down', { cause: error });
  const { status, code, headers }: APIError = error;
  const kind = code === 'insufficient_quota' ? 'quota_spent' : (errorByStatus[status ?? 0] ?? 'service_down');
  return new LlmUnavailable(kind, { retryAfterS: getRetryAfter(headers?.get('retry-after')) });
}

/** In seconds; the date form is not supported. */
function getRetryAfter(header: string | null | undefined): number | null {
  const seconds = Number(header || Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null;
}

function computeCost(
  usage: { question: number; answer: number } | null,
  price: OpenAiSettings['price'],
): number | null {
  return usage && price && (usage.question * price.question + usage.answer * price.answer) / 1_000_000;
}

/** Request format of a model: what one service requires, another rejects. */
interface Dialect {
  readonly format: 'json_schema' | 'json_object' | 'none';
  readonly hasTemperature: boolean;
}

/** The strictest form first: bound to the schema, and the most likely answer. */
const strictDialect: Dialect = { format: 'json_schema', hasTemperature: true };

const weakerFormat = { json_schema: 'json_object', json_object: 'none', none: null } as const;

/**
 * The dialect to use after a 400 with this message; null if it is about something else. Example
 * messages: "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this
 * model." (gpt-3.5-turbo), "Unsupported value: 'temperature' does not support 0 with this model.
 * Only the default (1) value is supported." (o3)
 */
function plainerDialect(dialect: Dialect, message: string): Dialect | null {
  if (/temperature/i.test(message) && dialect.hasTemperature) return { ...dialect, hasTemperature: false };
  const format = weakerFormat[dialect.format];
  return /response_format|json_schema|json_object/i.test(message) && format ? { ...dialect, format } : null;
}

/** Request parameters that depend on the dialect. */
const dialectParameters = ({ format, hasTemperature }: Dialect) => ({
  ...(hasTemperature ? { temperature: 0 } : {}),
  ...(format === 'json_object' ? { response_format: { type: format } } : {}),
  ...(format === 'json_schema'
    ? { response_format: { type: format, json_schema: { name: 'forecast', strict: true, schema: answerSchema } } }
    : {}),
});

/**
 * The expected answer of a model: `{"p_up": 0.62, "reasons": ["oversold", "near_low"]}`. Bounds are
 * checked below, not here: some services in strict mode reject schemas that contain them.
 */
const answerSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['p_up', 'reasons'],
  properties: {
    p_up: { type: 'number', description: 'Probability from 0 to 1 that the price ends higher.' },
    reasons: { type: 'array', items: { type: 'string', enum: [...llmReasons] }, description: 'One to three.' },
  },
};

/**
 * Models that are not bound to a schema may omit the reasons: the probability alone is a forecast.
 */
const Reasons = z
  .array(z.enum(llmReasons))
  .max(3)
  .nullish()
  .transform((reasons) => reasons ?? []);
const Answer = z.object({ p_up: z.number().min(0).max(1), reasons: Reasons });

const tokens = z.number().int().nonnegative();

/** The fields that are read from a Chat Completions response; services differ in the rest. */
const Choice = z.object({
  finish_reason: z.string().nullish(),
  message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
});
const Completion = z.object({
  choices: z.tuple([Choice], Choice),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(null),
});

/** A valid answer has about a hundred characters. */
const maxContent = 4_000;

/**
 * The answer of the port without its cost. Throws LlmUnavailable for anything that is not a
 * forecast.
 */
function parseAnswer(completion: unknown): Omit<LlmAnswer, 'costUsd'> {
  const { choices, usage } = parsedOrThrow(Completion.safeParse(completion));
  const { message, finish_reason: end } = choices[0];
  if (message.refusal || end === 'content_filter') throw new LlmUnavailable('declined');
  const { p_up: pUp, reasons } = parsedOrThrow(Answer.safeParse(jsonIn(message.content ?? '')));
  return {
    pUp,
    reasons: [...new Set(reasons)],
    usage: usage ? { question: usage.prompt_tokens, answer: usage.completion_tokens } : null,
  };
}

/** Without a schema, models surround the object with other text. */
function jsonIn(content: string): unknown {
  if (content.length > maxContent) throw new LlmUnavailable('junk');
  try {
    return JSON.parse(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1));
  } catch (cause) {
    throw new LlmUnavailable('junk', { cause });
  }
}

function parsedOrThrow<T>(parsed: z.ZodSafeParseResult<T>): T {
  if (parsed.success) return parsed.data;
  throw new LlmUnavailable('junk', { cause: parsed.error });
}
