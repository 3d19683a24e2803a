import { limitPaths, LimitsAnswer } from '#contract/limits.ts';
import type { OwnLimits } from '#domain/signals/own-limits.ts';
import { call } from './call.ts';

export const getLimits = (): Promise<LimitsAnswer> => call(limitPaths.limits, LimitsAnswer);

export const setLimits = (limits: OwnLimits): Promise<LimitsAnswer> =>
  call(limitPaths.limits, LimitsAnswer, { method: 'PUT', body: limits });

/** Nothing takes it back before the day ends. */
export const stopToday = (): Promise<LimitsAnswer> => call(limitPaths.stop, LimitsAnswer, { method: 'POST' });
