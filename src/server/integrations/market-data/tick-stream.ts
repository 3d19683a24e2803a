import type { QuotedTick } from '#engine/tick/tick.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';

/**
 * Iterates over the minutes of a generated or recorded market and returns each tick once, when it
 * is due.
 */
interface TickStream {
  /** Everything up to this instant has been returned. */
  position(): number;
  skipTo(time: number): void;
  /** Ticks after the position, up to and including `until`, in rising time. */
  takeUntil(until: number): Generator<QuotedTick>;
}

/**
 * `createTicks`: every tick of the minute that starts at its argument, in rising time. Nothing before
 * `from` is returned.
 */
export function createTickStream(
  createTicks: (minuteStart: number) => readonly QuotedTick[],
  from: number,
): TickStream {
  let position = from - 1;
  let minute = Number.NaN;
  let ticks: readonly QuotedTick[] = [];
  let next = 0;

  function open(minuteStart: number): void {
    minute = minuteStart;
    ticks = createTicks(minuteStart);
    next = 0;
  }

  function* takeUntil(until: number): Generator<QuotedTick> {
    for (let start = startOfMinute(position); start <= until; start += minuteMs) {
      if (start !== minute) open(start);
      for (let tick = ticks[next]; tick && tick.time <= until; tick = ticks[next]) {
        next += 1;
        if (tick.time > position) yield tick;
      }
    }
    position = Math.max(position, until);
  }

  return { position: () => position, skipTo: (time) => void (position = time), takeUntil };
}
