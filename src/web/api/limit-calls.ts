import { limitPaths, LimitsAnswer } from '#contract/limits.ts';
import type { OwnLimits } from '#domain/signals/own-limits.ts';
import { call } from './call.ts';

export const getLimits = (): Promise<LimitsAnswer> => call(limitPaths.limits, LimitsAnswer);

export const setLimits = (limits: OwnLimits): Promise<LimitsAnswer> =>
  call(limitPaths.limits, LimitsAnswer, { method: 'PUT', body: limits });

/** Cannot be undone before the day ends. */
export const stopToday = (): Promise<LimitsAnswer> => call(limitPaths.stop, LimitsAnswer, { method: 'POST' });
