/** Virtual time: it stands still while anything runs, and then jumps to the next timer. */
export interface Timeline {
  /** Milliseconds UTC. */
  now(): number;
  /** Calls the task at that instant; the returned function cancels it. */
  at(time: number, task: () => void): () => void;
  /** When the next timer fires; infinity: there is none. */
  nextAt(): number;
  /** Jumps to `time`, and fires the first timer that is due. */
  jumpTo(time: number): void;
}

interface Timer {
  readonly time: number;
  readonly order: number;
  readonly task: () => void;
}

export function createTimeline(startsAt: number): Timeline {
  let now = startsAt;
  let order = 0;
  const timers: Timer[] = [];

  /** Sorted, the next one last; of two at the same instant the older one is first. */
  const findPosition = ({ time, order: own }: Timer): number => {
    let [low, high] = [0, timers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = timers[middle];
      if (other && (other.time > time || (other.time === time && other.order > own))) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    now: () => now,
    at: (time, task) => {
      const timer = { time: Math.max(time, now), order: order++, task };
      timers.splice(findPosition(timer), 0, timer);
      return () => {
        const place = timers.indexOf(timer);
        if (place >= 0) timers.splice(place, 1);
      };
    },
    nextAt: () => timers.at(-1)?.time ?? Number.POSITIVE_INFINITY,
    jumpTo: (time) => {
      now = Math.max(now, time);
      const next = timers.at(-1);
      if (next && next.time <= now) timers.pop()?.task();
    },
  };
}
