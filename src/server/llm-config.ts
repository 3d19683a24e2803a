import type { ConfigIssue, Environment } from './environment.ts';

/** An OpenAI-compatible service and the two models used there. */
export interface LlmConfig {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** Of all users together; 0: no limit. */
  readonly callsPerHour: number;
  readonly callsPerDay: number;
  /** US dollars. */
  readonly costPerDay: number;
  readonly chatgpt4o: LlmModelConfig;
  readonly chatgpt35: LlmModelConfig;
}

export interface LlmModelConfig {
  /** Model name at the service. */
  readonly name: string;
  /** US dollars per million tokens; null: unknown, so no cost is reported. */
  readonly price: { readonly question: number; readonly answer: number } | null;
}

export function llmOf(env: Environment): LlmConfig | null {
  if (env.OPENAI_API_KEY === undefined) return null;
  return {
    apiKey: env.OPENAI_API_KEY,
    baseUrl: env.OPENAI_BASE_URL,
    callsPerHour: env.OPENAI_CALLS_PER_HOUR,
    callsPerDay: env.OPENAI_CALLS_PER_DAY,
    costPerDay: env.OPENAI_COST_PER_DAY,
    chatgpt4o: { name: env.CHATGPT_4O_MODEL, price: env.CHATGPT_4O_PRICE ?? null },
    chatgpt35: { name: env.CHATGPT_35_MODEL, price: env.CHATGPT_35_PRICE ?? null },
  };
}

/** A cost can be limited only where it is known. */
export function llmIssues(given: Readonly<Record<string, string>>): ConfigIssue[] {
  if (!given.OPENAI_API_KEY || !Number(given.OPENAI_COST_PER_DAY ?? 0)) return [];
  return ['CHATGPT_4O_PRICE', 'CHATGPT_35_PRICE']
    .filter((name) => !given[name])
    .map((name) => ({ name, value: null, allowed: 'such as 2.5/10, needed with OPENAI_COST_PER_DAY' }));
}
