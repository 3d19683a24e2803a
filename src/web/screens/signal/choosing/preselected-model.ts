import type { Outlook } from '#contract/signals.ts';
import { type AiModelKey, aiModelKeys } from '#domain/signals/ai-model.ts';

/** For a user who has not chosen yet: the first model in the picker's order that sees an edge. */
export function preselectedModel(outlook: Outlook | null): AiModelKey {
  const seeing = outlook?.models.filter(({ hasSignal }) => hasSignal).map(({ aiModel }) => aiModel) ?? [];
  return aiModelKeys.find((key) => seeing.includes(key)) ?? 'kurs_ai_v2';
}
