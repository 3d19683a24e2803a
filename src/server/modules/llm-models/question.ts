import type { Duration } from '#domain/market/duration.ts';
import { type LlmReason, llmReasons } from '#domain/signals/ai-model.ts';
import type { Llm, LlmQuestion } from '#server/integrations/llm/llm.ts';

/**
 * Increased when the wording of a question changes: its answers then count as those of another
 * model, with a separate record.
 */
const questionVersion = 'q1';

/** Version under which the answers of a model are counted together. */
export const getVersion = ({ name }: Pick<Llm, 'name'>): string => `${name} ${questionVersion}`;

const meanings: Readonly<Record<LlmReason, string>> = {
  rising: 'the price is rising',
  falling: 'the price is falling',
  rise_slowing: 'a rise is losing strength',
  fall_slowing: 'a fall is losing strength',
  overbought: 'it has risen too far and may turn back',
  oversold: 'it has fallen too far and may turn back',
  near_high: 'it is close to its recent high',
  near_low: 'it is close to its recent low',
  broke_above: 'it has just left its recent range upwards',
  broke_below: 'it has just left its recent range downwards',
  calm: 'it moves less than usual',
  lively: 'it moves more than usual',
  contradictory: 'the readings contradict each other',
  no_pattern: 'nothing stands out',
};

const reasonLines = llmReasons.map((reason) => `- ${reason}: ${meanings[reason]}`).join('\n');

/** No pair name, no date, no price: a model must read the numbers, not recall a day. */
export const createQuestion = (duration: Duration, what: string, readings: string): LlmQuestion => ({
  instructions: `You estimate where the mid price of a currency pair will stand ${duration} minutes from now.
You are given ${what}, computed from closed one-minute bars. "Range" is the mean true range of the last 60 bars.
State the probability that the price will be higher than now, given that it will not be equal.
At this horizon most situations are close to 0.5; go away from it only as far as the readings justify.
Answer with one JSON object and nothing else: {"p_up": <number from 0 to 1>, "reasons": [<one to three codes>]}
The codes of the reasons:
${reasonLines}`,
  readings,
});

/** Two decimals exceed the precision of these readings. */
export const inShort = (value: number): string => String(Math.round(value * 100) / 100 || 0);
