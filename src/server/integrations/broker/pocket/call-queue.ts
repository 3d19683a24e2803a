type Leave = () => void;

interface Limits {
  readonly atOnce: number;
  readonly maxWaiting: number;
}

/**
 * Limits how many calls run at once and how many may wait. Background calls start only while less
 * than half of the slots are in use, and after the calls of waiting users.
 */
export function createCallQueue({ atOnce, maxWaiting }: Limits) {
  let running = 0;
  const people = new Set<() => void>();
  const background = new Set<() => void>();
  const hasPlace = (isBackground: boolean): boolean => running < (isBackground ? atOnce / 2 : atOnce);

  const leave = (): void => {
    running--;
    const [next] = people.size > 0 ? people : hasPlace(true) ? background : [];
    next?.();
  };
  const start = (): Leave => {
    running++;
    let isOver = false;
    return () => {
      if (!isOver) leave();
      isOver = true;
    };
  };
  const waitForTurn = (waiting: Set<() => void>, signal: AbortSignal): Promise<Leave> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.delete(proceed);
        reject(signal.reason);
      };
      const proceed = (): void => {
        waiting.delete(proceed);
        signal.removeEventListener('abort', giveUp);
        resolve(start());
      };
      waiting.add(proceed);
      signal.addEventListener('abort', giveUp, { once: true });
    });

  return {
    /**
     * Null: the queue is full. Otherwise resolves when it is this call's turn, or rejects when the
     * signal aborts first.
     */
    enter: (signal: AbortSignal, isBackground: boolean): Promise<Leave> | null => {
      if (hasPlace(isBackground)) return Promise.resolve(start());
      const waiting = isBackground ? background : people;
      return waiting.size < maxWaiting ? waitForTurn(waiting, signal) : null;
    },
  };
}
