import { setTimeout as delay } from 'node:timers/promises';
import { APIConnectionError, APIError, OpenAI } from 'openai';
import { getErrorMessage } from '#domain/caught-error.ts';
import { parseAnswer } from './answer-format.ts';
import { type Llm, type LlmErrorKind, type LlmQuestion, LlmUnavailable } from './llm.ts';
import { dialectParameters, plainerDialect, strictDialect } from './request-dialect.ts';

interface OpenaiLlmDependencies {
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
export function createOpenAiLlm({ model, price, deadline = inEightSeconds, ...needs }: OpenaiLlmDependencies): Llm {
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
const createClient = ({ apiKey, baseUrl }: Pick<OpenaiLlmDependencies, 'apiKey' | 'baseUrl'>): OpenAI =>
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
  price: OpenaiLlmDependencies['price'],
): number | null {
  return usage && price && (usage.question * price.question + usage.answer * price.answer) / 1_000_000;
}
