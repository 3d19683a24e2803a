import type { Outlook, WorkingStats } from '#contract/signals.ts';
import { type AiModelKey, aiModelKeys } from '#domain/signals/ai-model.ts';
import { defaultDuration, type PickerDuration } from '#domain/market/duration.ts';
import { type Prospect, prospectsIn } from '../outlook-edge.ts';

/** What the user has chosen already; null: not yet. */
export interface Chosen {
  readonly model: AiModelKey | null;
  readonly interval: PickerDuration | null;
}

/**
 * The choice shown first: what has an edge most often at this hour; when nothing is measured, the
 * first model in the picker's order that has an edge now. `models`: those that would answer.
 */
export function preselectedChoice(
  outlook: Outlook | null,
  models: WorkingStats['models'],
  { model, interval }: Chosen,
): { readonly model: AiModelKey; readonly interval: PickerDuration } {
  const possible = prospectsIn(outlook, models).filter(
    (one) => (model ?? one.aiModel) === one.aiModel && (interval ?? one.interval) === one.interval,
  );
  const often = possible
    .filter(({ edgeShare }) => edgeShare !== null && edgeShare > 0)
    .toSorted((a, b) => (b.edgeShare ?? 0) - (a.edgeShare ?? 0) || place(a) - place(b))[0];
  const usual = interval ?? defaultDuration;
  if (often) return { model: model ?? often.aiModel, interval: interval ?? often.interval };
  const seeing = possible
    .filter((one) => one.hasSignal && one.interval === usual)
    .toSorted((a, b) => place(a) - place(b))[0];
  return { model: model ?? seeing?.aiModel ?? 'kurs_ai_v2', interval: usual };
}

/** In the order of the picker, the usual duration first. */
const place = ({ aiModel, interval }: Prospect): number =>
  10 * aiModelKeys.indexOf(aiModel) + (interval === defaultDuration ? 0 : 1);
