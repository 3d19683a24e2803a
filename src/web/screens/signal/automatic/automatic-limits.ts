import { sessionLimits } from '#domain/signals/session-limits.ts';
import { readStored, writeStored } from '../../../storage/stored.ts';

export interface AutomaticLimits {
  readonly stopAfterLosses: number;
  readonly dailyLimit: number;
}

/** What may be chosen, within what the server allows; one's own number joins them. */
const offered = { stopAfterLosses: [1, 2, 3, 5], dailyLimit: [5, 10, 20, 50] } as const;

export const choicesOf = (name: keyof AutomaticLimits, chosen: number): readonly number[] =>
  [...new Set([...offered[name], chosen])].toSorted((a, b) => a - b);

/** As chosen last in this browser; by default both hold. */
export function savedLimits(): AutomaticLimits {
  const saved = readStored('automaticLimits');
  return {
    stopAfterLosses: allowed('stopAfterLosses', saved?.stopAfterLosses),
    dailyLimit: allowed('dailyLimit', saved?.dailyLimit),
  };
}

export const saveLimits = (limits: AutomaticLimits): void => writeStored('automaticLimits', { ...limits });

function allowed(name: keyof AutomaticLimits, value: number | undefined): number {
  const { min, max, default: usual } = sessionLimits[name];
  return value !== undefined && Number.isInteger(value) && value >= min && value <= max ? value : usual;
}
