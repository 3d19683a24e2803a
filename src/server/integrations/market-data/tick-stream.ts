import { minuteMs } from '#domain/time.ts';

/** A tick before anybody received it. */
export interface QuotedTick {
  readonly symbol: string;
  readonly time: number;
  readonly bid: number;
  readonly ask: number;
}

/** Walks through the minutes of a made or recorded market and hands out each tick once, when its time has come. */
export interface TickStream {
  /** Everything up to this instant has been handed out. */
  position(): number;
  skipTo(time: number): void;
  /** Ticks after the position, up to and with `until`, in rising time. */
  takeUntil(until: number): Generator<QuotedTick>;
}

/** `ticksOf`: every tick of the minute that starts then, in rising time. Nothing before `from` is handed out. */
export function createTickStream(ticksOf: (minuteStart: number) => readonly QuotedTick[], from: number): TickStream {
  let position = from - 1;
  let minute = Number.NaN;
  let ticks: readonly QuotedTick[] = [];
  let next = 0;

  function open(minuteStart: number): void {
    minute = minuteStart;
    ticks = ticksOf(minuteStart);
    next = 0;
  }

  function* takeUntil(until: number): Generator<QuotedTick> {
    for (let start = Math.floor(position / minuteMs) * minuteMs; start <= until; start += minuteMs) {
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
