import type { Direction } from '../market/direction.ts';
import { limits } from './limits.ts';
import { judge, type Outcome } from './outcome.ts';

/** Seconds after the issue at which a late entry is measured; 0 is the entry of the signal itself. */
export const lateDelays = [5, 10, 20, 30] as const;
export type LateDelay = (typeof lateDelays)[number];
export const entryDelays = [0, ...lateDelays] as const;
export type EntryDelay = (typeof entryDelays)[number];

/**
 * What an entry `delay` seconds after the issue would have had: the price of its tick, and the time
 * of the tick in milliseconds after the issue.
 */
export interface LateEntry {
  readonly delay: LateDelay;
  readonly openPrice: number;
  readonly afterMs: number;
}

export const delayMs = (delay: EntryDelay): number => 1_000 * delay;

const isLateDelay = (seconds: number): seconds is LateDelay => lateDelays.some((one) => one === seconds);

/** The first tick at or after the delay must arrive within the same window as an entry. */
export const isWithinDelay = (delay: EntryDelay, afterMs: number): boolean =>
  afterMs >= delayMs(delay) && afterMs <= delayMs(delay) + limits.entryTickWithinMs;

/** `10 1.08441 10120`: delay in seconds, price, milliseconds after the issue. */
export const writeLateEntry = ({ delay, openPrice, afterMs }: LateEntry): string =>
  [delay, openPrice, afterMs].join(' ');

/** Null when the line does not have this format. */
export function parseLateEntry(line: string): LateEntry | null {
  const [seconds, price, after, ...more] = line.split(' ');
  const [delay, openPrice, afterMs] = [Number(seconds), Number(price), Number(after)];
  if (!isLateDelay(delay) || more.length > 0 || !(openPrice > 0) || !Number.isInteger(afterMs)) return null;
  return { delay, openPrice, afterMs };
}

/** Whether each tick lies in the window of its delay, and each delay is stated once, in order. */
export const areLateEntriesInTime = (late: readonly LateEntry[]): boolean =>
  late.every(({ delay, afterMs }, i) => isWithinDelay(delay, afterMs) && delay > (late[i - 1]?.delay ?? 0));

/** The outcome at each delay; void: no tick came in its window. */
export type LateOutcomes = Readonly<Record<LateDelay, Outcome>>;

interface Ended {
  readonly direction: Direction;
  /** Of the signal itself: a late entry has the same expiry. */
  readonly closePrice: number;
  readonly digits: number;
}

export const judgeLateEntry = ({ openPrice }: LateEntry, { direction, closePrice, digits }: Ended) =>
  judge(direction, openPrice, closePrice, digits);

export function lateOutcomes(late: readonly LateEntry[], ended: Ended): LateOutcomes {
  const outcomeAt = (delay: LateDelay): Outcome => {
    const entry = late.find((one) => one.delay === delay);
    return entry ? judgeLateEntry(entry, ended) : 'void';
  };
  return { 5: outcomeAt(5), 10: outcomeAt(10), 20: outcomeAt(20), 30: outcomeAt(30) };
}
