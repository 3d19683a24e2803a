import type { Environment } from './environment.ts';

/** An OpenAI-compatible service and the two models used there. */
export interface LlmConfig {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** 0: no limit. */
  readonly callsPerHour: number;
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
    chatgpt4o: { name: env.CHATGPT_4O_MODEL, price: env.CHATGPT_4O_PRICE ?? null },
    chatgpt35: { name: env.CHATGPT_35_MODEL, price: env.CHATGPT_35_PRICE ?? null },
  };
}
