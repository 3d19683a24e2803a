import type { LlmModelKey } from '#domain/signals/llm-model.ts';
import type { LlmConfig, LlmModelConfig } from '../config/llm.ts';
import type { Llm } from '../integrations/llm/llm.ts';

/**
 * Null: no key is configured. The client library is loaded only when there is one: it takes 38 MB
 * and a tenth of a second.
 */
export async function chooseLlms(config: LlmConfig | null): Promise<Readonly<Record<LlmModelKey, Llm>> | null> {
  if (!config) return null;
  const { createOpenAiLlm } = await import('../integrations/llm/openai-llm.ts');
  const createLlm = ({ name, price }: LlmModelConfig) =>
    createOpenAiLlm({ apiKey: config.apiKey, baseUrl: config.baseUrl, model: name, price });
  return { chatgpt_4o: createLlm(config.chatgpt4o), 'indicators_chatgpt_3.5': createLlm(config.chatgpt35) };
}
