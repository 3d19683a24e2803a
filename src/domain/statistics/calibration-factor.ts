import { type Duration, durations } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';

/** An estimated factor on the log-odds of a model file, with its 95 % interval. */
export interface CalibrationFactor {
  readonly session: MarketSession;
  readonly duration: Duration;
  readonly factor: number;
  readonly low: number;
  readonly high: number;
}

/** As in the record: session, minutes, factor and its 95 % interval: `day 5 0.712 0.65 0.774`. */
export const writeFactor = ({ session, duration, factor, low, high }: CalibrationFactor): string =>
  [session, duration, factor, low, high].join(' ');

/** Null: a line of another form. */
export function parseFactor(line: string): CalibrationFactor | null {
  const [first, second, ...numbers] = line.split(' ');
  const session = marketSessions.find((one) => one === first);
  const duration = durations.find((one) => String(one) === second);
  const [factor = Number.NaN, low = Number.NaN, high = Number.NaN] = numbers.map(Number);
  const isInOrder = low >= 0 && low <= factor && factor <= high;
  return session && duration && numbers.length === 3 && isInOrder ? { session, duration, factor, low, high } : null;
}
