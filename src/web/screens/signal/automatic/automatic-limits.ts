import { autoRunLimits } from '#domain/signals/limits.ts';
import { readStored, type Stored, writeStored } from '#web/storage/stored.ts';

export type AutomaticLimits = Stored<'automaticLimits'>;

/** Options within the limits of the server; a custom value is added to them. */
const offered = { stopAfterLosses: [1, 2, 3, 5], dailyLimit: [5, 10, 20, 50] } as const;

export const toChoices = (name: keyof AutomaticLimits, chosen: number): readonly number[] =>
  [...new Set([...offered[name], chosen])].toSorted((a, b) => a - b);

/** Last selection in this browser; both limits are on by default. */
export function savedLimits(): AutomaticLimits {
  const saved = readStored('automaticLimits');
  return {
    stopAfterLosses: allowed('stopAfterLosses', saved?.stopAfterLosses),
    dailyLimit: allowed('dailyLimit', saved?.dailyLimit),
  };
}

export const saveLimits = (limits: AutomaticLimits): void => writeStored('automaticLimits', limits);

function allowed(name: keyof AutomaticLimits, value: number | undefined): number {
  const { min, max, default: fallback } = autoRunLimits[name];
  return value !== undefined && Number.isInteger(value) && value >= min && value <= max ? value : fallback;
}
