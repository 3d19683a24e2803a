import { dayMs } from '#domain/time.ts';
import { type Day, startOfDay } from './day.ts';
import type { DayStore } from './day-store.ts';
import type { Dukascopy } from './dukascopy.ts';
import type { Pause } from './pause.ts';

interface PairDay {
  readonly symbol: string;
  readonly day: Day;
}

interface DownloadDaysDependencies {
  readonly dukascopy: Dukascopy;
  readonly store: Pick<DayStore, 'save'>;
  readonly pause: Pause;
  readonly now: number;
  onDay(what: string): void;
}

/**
 * Two days at a time, with bid and ask each: four requests. The archive is free and rejects clients
 * with a high request rate.
 */
const atOnce = 2;
const restMs = 150;
/** A more recent day without bars may not be published yet, so it is requested again next time. */
const publishedWithinMs = 7 * dayMs;

/**
 * Saves each day as soon as it is loaded. Throws the error of the first failed day once no other is
 * in progress.
 */
export async function downloadDays(wanted: readonly PairDay[], needs: DownloadDaysDependencies): Promise<void> {
  const queue = wanted.values();
  let failure: unknown = null;

  async function work(): Promise<void> {
    for (const { symbol, day } of queue) {
      try {
        const bars = await needs.dukascopy.toBars(symbol, day);
        if (bars.length > 0 || isPublished(day, needs.now)) await needs.store.save(symbol, day, bars);
        needs.onDay(`${symbol} ${day}`);
      } catch (error) {
        failure ??= error;
      }
      if (failure !== null) return;
      await needs.pause(restMs);
    }
  }

  await Promise.all(Array.from({ length: atOnce }, work));
  if (failure !== null) throw failure;
}

const isPublished = (day: Day, now: number): boolean => startOfDay(day) + publishedWithinMs <= now;
