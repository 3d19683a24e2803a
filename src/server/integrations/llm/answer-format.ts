import { z } from 'zod';
import { llmReasons } from '#domain/signals/llm-model.ts';
import { type LlmAnswer, LlmUnavailable } from './llm.ts';

/**
 * The expected answer of a model: `{"p_up": 0.62, "reasons": ["oversold", "near_low"]}`. Bounds are
 * checked below, not here: some services in strict mode reject schemas that contain them.
 */
export const answerSchema = {
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
export function parseAnswer(completion: unknown): Omit<LlmAnswer, 'costUsd'> {
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
