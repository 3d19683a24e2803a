import type { NoSignalDetails, Outlook, WorkingStats } from '#contract/signals.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';

type Models = WorkingStats['models'];

/** Models that would answer this trader. */
export const openModels = (models: Models, balance: number | null): Models =>
  models.filter((model) => model.available && !isLocked(model, balance));

/** The VIP model needs more than its minimum. An unknown balance locks nothing: the server decides. */
export const isLocked = ({ key, minBalance }: Models[number], balance: number | null): boolean =>
  key === 'vip' && balance !== null && balance <= minBalance;

/** One model and duration of the outlook. */
export type Prospect = Outlook['models'][number]['durations'][number] & { readonly aiModel: AiModelKey };

/** Of all models, or of those named. */
export const prospectsIn = (outlook: Outlook | null, models: Models | null = null): readonly Prospect[] =>
  (outlook?.models ?? [])
    .filter(({ aiModel }) => models === null || models.some(({ key }) => key === aiModel))
    .flatMap(({ aiModel, durations }) => durations.map((one) => ({ ...one, aiModel })));

export const getProspect = (outlook: Outlook | null, aiModel: AiModelKey, interval: PickerDuration): Prospect | null =>
  prospectsIn(outlook).find((one) => one.aiModel === aiModel && one.interval === interval) ?? null;

/** The surest forecast without an edge; null: there is none. */
export const findSurest = (prospects: readonly Prospect[]): NoSignalDetails['best'] =>
  prospects.flatMap(({ best }) => best ?? []).toSorted((a, b) => b.passability - a.passability)[0] ?? null;
