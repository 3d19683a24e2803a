import type { EndedForecast } from './day-sums.ts';
import { minuteMs } from '../time.ts';

/** The one signal end that counts for a forecast. */
export interface CountedForecast extends EndedForecast {
  readonly signalId: string;
  /** The leaf that issued the signal. */
  readonly issuedIndex: number;
}

interface IssuedForecast {
  readonly feed: string;
  readonly model: string;
  readonly modelVersion: string;
  readonly symbol: string;
  readonly duration: number;
  /** Milliseconds UTC. */
  readonly issuedAt: number;
  readonly hasEdge: boolean;
}

/**
 * Signals with the same model, version, pair, duration and minute are one forecast, made from the
 * bar that had closed; once as practice if it lost its edge within that minute.
 */
export const forecastKey = (issued: IssuedForecast): string =>
  [
    issued.feed,
    issued.model,
    issued.modelVersion,
    issued.symbol,
    issued.duration,
    Math.floor(issued.issuedAt / minuteMs),
    ...(issued.hasEdge ? [] : ['practice']),
  ].join(' ');

/**
 * Effect of a signal's end on its forecast: of the signals with an outcome, the first one issued
 * counts, whichever is settled first; void counts only until there is an outcome, and an outcome
 * that is voided later is taken back. `counted`: what counts so far.
 */
export function effectOfEnd(
  counted: Pick<CountedForecast, 'signalId' | 'issuedIndex' | 'result'> | undefined,
  { signalId, issuedIndex, result }: Pick<CountedForecast, 'signalId' | 'issuedIndex' | 'result'>,
): 'count' | 'replace' | 'take_back' | 'none' {
  if (!counted) return 'count';
  if (result !== 'void') return counted.result === 'void' || issuedIndex < counted.issuedIndex ? 'replace' : 'none';
  return counted.signalId === signalId && counted.result !== 'void' ? 'take_back' : 'none';
}
