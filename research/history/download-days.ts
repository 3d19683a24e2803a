import { dayMs } from '#domain/time.ts';
import { type Day, startOfDay } from './day.ts';
import type { DayStore } from './day-store.ts';
import type { Dukascopy } from './dukascopy.ts';
import type { Pause } from './pause.ts';

interface PairDay {
  readonly symbol: string;
  readonly day: Day;
}

interface Needs {
  readonly dukascopy: Dukascopy;
  readonly store: Pick<DayStore, 'keep'>;
  readonly pause: Pause;
  readonly now: number;
  onDay(what: string): void;
}

/** Two days at a time, of each bid and ask: four requests. The archive is free and turns impatient callers away. */
const atOnce = 2;
const restMs = 150;
/** A younger day without bars may only not be published yet: it is asked for again the next time. */
const publishedWithinMs = 7 * dayMs;

/** Keeps each day as soon as it is there. Throws what the first day threw that failed, when no other is under way. */
export async function downloadDays(wanted: readonly PairDay[], needs: Needs): Promise<void> {
  const queue = wanted.values();
  let failure: unknown = null;

  async function work(): Promise<void> {
    for (const { symbol, day } of queue) {
      try {
        const bars = await needs.dukascopy.barsOf(symbol, day);
        if (bars.length > 0 || isPublished(day, needs.now)) await needs.store.keep(symbol, day, bars);
      } catch (error) {
        failure ??= error;
      }
      if (failure !== null) return;
      needs.onDay(`${symbol} ${day}`);
      await needs.pause(restMs);
    }
  }

  await Promise.all(Array.from({ length: atOnce }, work));
  if (failure !== null) throw failure;
}

const isPublished = (day: Day, now: number): boolean => startOfDay(day) + publishedWithinMs <= now;
