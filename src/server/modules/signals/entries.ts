import type { FastifyBaseLogger } from 'fastify';
import { isEntryMissed } from '#engine/signal/enter.ts';
import type { EnteringSignal } from '#engine/signal/open-signal.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { EnterSignal } from './enter-signal.ts';
import { rowOf } from './tick-log.ts';

/**
 * A slot reserved for a signal about to be stored, so that no tick is missed between its issue and
 * its commit.
 */
export interface EntryPlace {
  stored(signal: EnteringSignal): void;
  cancel(): void;
}

/** Signals waiting for their entry tick; fed by the live engine. */
export interface Entries {
  expect(symbol: string): EntryPlace;
  onTick(tick: Tick): void;
  /** Resolves when all pending work has been written. */
  idle(): Promise<void>;
}

interface Waiting {
  readonly symbol: string;
  signal: EnteringSignal | null;
  /** Ticks that arrived before the signal was stored. */
  early: Tick[];
}

const writeTries = 3;

interface Needs {
  readonly enterSignal: EnterSignal;
  readonly feed: string;
  readonly log: FastifyBaseLogger;
}

export function createEntries({ enterSignal, feed, log }: Needs): Entries {
  const waiting = new Set<Waiting>();
  const underWay = new Set<Promise<void>>();

  const offer = (place: Waiting, tick: Tick): void => {
    if (!place.signal) {
      place.early.push(tick);
      return;
    }
    if (tick.time < place.signal.issuedAt) return;
    waiting.delete(place);
    // A missed one stays in the database as entering; the settlement loop voids it.
    if (!isEntryMissed(place.signal, tick.time)) track(enterWith(place.signal, tick));
  };

  const track = (work: Promise<void>): void => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  /**
   * The first tick decides, however late it is written: a failed write is recovered from the tick
   * log before the signal is voided.
   */
  const enterWith = async (signal: EnteringSignal, tick: Tick): Promise<void> => {
    for (let tries = writeTries; tries > 0; tries--) {
      try {
        await enterSignal(signal, rowOf(feed, tick));
        return;
      } catch (error) {
        log.error({ err: error, signal: signal.id }, 'writing the entry of a signal failed');
      }
    }
  };

  return {
    expect: (symbol) => {
      const place: Waiting = { symbol, signal: null, early: [] };
      waiting.add(place);
      return {
        stored: (signal) => {
          place.signal = signal;
          for (const tick of place.early) if (waiting.has(place)) offer(place, tick);
          place.early = [];
        },
        cancel: () => waiting.delete(place),
      };
    },
    onTick: (tick) => {
      for (const place of waiting) if (place.symbol === tick.symbol) offer(place, tick);
    },
    idle: async () => {
      await Promise.all(underWay);
    },
  };
}
