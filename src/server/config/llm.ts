import { amount, integer, isAddress, text } from './formats.ts';
import { type ConfigIssue, findMissing, type Given, secret, setting, type ValuesOf, withDefault } from './setting.ts';

/** `.env.example`: The two language models: any service that speaks OpenAI's Chat Completions API. */
export const llmSettings = {
  OPENAI_API_KEY: secret(
    text('the key of the service, without spaces', /^\S{1,400}$/),
    'key-of-the-service',
    'Unset: ChatGPT 4o and Indicators + ChatGPT 3.5 are shown as not connected. A service that asks for no key: any word.',
  ),
  OPENAI_BASE_URL: withDefault(
    text('an http:// or https:// address such as https://api.openai.com/v1', isAddress('http:', 'https:')).transform(
      (url) => url.replace(/\/+$/, ''),
    ),
    'https://api.openai.com/v1',
  ),
  OPENAI_CALLS_PER_HOUR: withDefault(
    integer(0, 1_000_000, 'a whole number, 0 to 1000000 (0: no limit)'),
    '600',
    'Calls of both models by all users and processes together, an hour and a day, and US dollars a day (UTC; needs both',
    'prices); 0: no limit. Beyond them the models rest. One user has 30 calls an hour.',
  ),
  OPENAI_CALLS_PER_DAY: withDefault(integer(0, 10_000_000, 'a whole number, 0 to 10000000 (0: no limit)'), '6000'),
  OPENAI_COST_PER_DAY: withDefault(
    amount('US dollars, 0 or more (0: no limit)', () => true),
    '0',
  ),
  CHATGPT_4O_MODEL: withDefault(modelName(), 'gpt-4o'),
  CHATGPT_35_MODEL: withDefault(modelName(), 'gpt-3.5-turbo'),
  CHATGPT_4O_PRICE: setting(
    tokenPrice().optional(),
    '2.5/10',
    'US dollars a million tokens, of the question and of the answer; unset: costs are not stated.',
  ),
  CHATGPT_35_PRICE: setting(tokenPrice().optional(), '0.5/1.5'),
};

export type LlmConfig = NonNullable<ReturnType<typeof toLlmConfig>>;

/** An OpenAI-compatible service and the two models used there. */
export function toLlmConfig(values: ValuesOf<typeof llmSettings>) {
  if (values.OPENAI_API_KEY === undefined) return null;
  return {
    apiKey: values.OPENAI_API_KEY,
    baseUrl: values.OPENAI_BASE_URL,
    /** Of all users together; 0: no limit. */
    callsPerHour: values.OPENAI_CALLS_PER_HOUR,
    callsPerDay: values.OPENAI_CALLS_PER_DAY,
    /** US dollars. */
    costPerDay: values.OPENAI_COST_PER_DAY,
    /** Name at the service, and US dollars per million tokens; null: unknown, so no cost is reported. */
    chatgpt4o: { name: values.CHATGPT_4O_MODEL, price: values.CHATGPT_4O_PRICE ?? null },
    chatgpt35: { name: values.CHATGPT_35_MODEL, price: values.CHATGPT_35_PRICE ?? null },
  };
}

/** A cost can be limited only where it is known. */
export const findLlmIssues = (given: Given): ConfigIssue[] =>
  given.OPENAI_API_KEY && Number(given.OPENAI_COST_PER_DAY ?? 0)
    ? findMissing(given, ['CHATGPT_4O_PRICE', 'CHATGPT_35_PRICE'], 'such as 2.5/10, needed with OPENAI_COST_PER_DAY')
    : [];

function modelName() {
  return text('the name of a model at the service, such as gpt-4o', /^[\w.:@/-]{1,100}$/);
}

/** `2.5/10`: US dollars per million tokens, for the prompt and for the completion. */
function tokenPrice() {
  const allowed = 'dollars a million tokens of question and answer, such as 2.5/10';
  return text(allowed, /^\d+(\.\d+)?\/\d+(\.\d+)?$/).transform((value) => {
    const [question = 0, answer = 0] = value.split('/').map(Number);
    return { question, answer };
  });
}
