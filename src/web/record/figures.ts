import { queryOptions, useQuery } from '@tanstack/react-query';

import type { ModelState, PublishedFigures } from '#contract/record/cards.ts';
import type { ModelRecordFigures, RecordFigures, SetFigures } from '#contract/record/record.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { getBreakEven } from '#domain/signals/edge.ts';
import { callQuery } from '#web/api/queries.ts';
import { usePayout } from '#web/theme/site-settings.ts';

export type FigureDays = RecordFigures['days'];

/** Figures of the record: of all days, or of the last ones. */
export const toFiguresQuery = (days: FigureDays) =>
  callQuery('GET /api/record/figures', { anonymous: true, ...(days !== null && { query: { days } }) });

const allFigures = toFiguresQuery(null);

/** The figures of all days. */
export const figuresQuery = queryOptions(allFigures);

/** Key, size and newest checkpoint of the record, and whether there is a record. */
export const recordStartQuery = callQuery('GET /api/record', { anonymous: true });

/** A model's figures in the record, and those of its card and its calibration. */
export interface KnownModel extends ModelState {
  /** Null: the record has none. */
  readonly figures: ModelRecordFigures | null;
}

/** Every model in the record or with a card. */
export const modelFiguresQuery = queryOptions({ ...allFigures, select: toKnownModels });

function toKnownModels({ models, states }: PublishedFigures): KnownModel[] {
  const keys = new Set<AiModelKey>([...models, ...states].map(({ model }) => model));
  return [...keys].map((model) => ({
    ...unstated,
    model,
    ...states.find((one) => one.model === model),
    figures: models.find((one) => one.model === model) ?? null,
  }));
}

const unstated = { calibration: null, card: null, flag: null } as const;

/** Figures of its signals; below 100 outcomes of its forecasts by the clock; null: no rate yet. */
export const findRated = ({ signals, inTurn }: PublishedFigures['all']): SetFigures | null =>
  [signals, inTurn].find(({ winRate }) => winRate !== null) ?? null;

interface Overall {
  readonly total: number;
  /** 95 % interval of the win rate of all models together; null: too few outcomes or hours. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Models whose whole interval is above break-even. */
  readonly proven: number;
  readonly models: number;
}

/** The signals of all models together in one line; null until they are loaded. */
export function useOverall(): { readonly overall: Overall | null; readonly breakEven: number } {
  const figures = useQuery(figuresQuery).data;
  const breakEven = getBreakEven(usePayout());
  return { overall: figures ? getOverall(figures, breakEven) : null, breakEven };
}

function getOverall({ all: { signals }, models }: PublishedFigures, breakEven: number): Overall {
  const { total, low, high } = signals;
  return {
    total,
    interval: low === null || high === null ? null : { low, high },
    proven: models.filter((one) => (one.signals.low ?? 0) > breakEven).length,
    models: models.length,
  };
}
