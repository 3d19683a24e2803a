import type { AdminModel } from '#contract/admin-models.ts';
import { toInstant } from '#contract/wire.ts';
import type { ModelHealth } from './model-health.ts';

export const toModelDto = ({ lastForecastAt, card, ...model }: ModelHealth): AdminModel => ({
  ...model,
  card: card && {
    trainedOn: { ...card.trainedOn, pairs: [...card.trainedOn.pairs] },
    keptOut: card.keptOut,
    signals: card.signals.map((signal) => ({ ...signal })),
  },
  lastForecastAt: lastForecastAt === null ? null : toInstant(lastForecastAt),
});
