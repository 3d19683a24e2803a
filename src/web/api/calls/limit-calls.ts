import { limitPaths, type LimitsAnswer } from '#contract/limits.ts';
import type { OwnLimits } from '#domain/signals/own-limits.ts';
import { getJson } from '../request.ts';

export const getLimits = (): Promise<LimitsAnswer> => getJson<LimitsAnswer>(limitPaths.limits);

export const setLimits = (limits: OwnLimits): Promise<LimitsAnswer> =>
  getJson<LimitsAnswer>(limitPaths.limits, { method: 'PUT', body: limits });

/** Cannot be undone before the day ends. */
export const stopToday = (): Promise<LimitsAnswer> => getJson<LimitsAnswer>(limitPaths.stop, { method: 'POST' });
