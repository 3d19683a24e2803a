/** How many calls are made at a time, and how many may wait for their turn. */
export interface CallQueue {
  /** Null: there is no place. Else resolves when it is this call's turn, or rejects when the signal ends first. */
  enter(signal: AbortSignal, isBackground: boolean): Promise<Leave> | null;
}
type Leave = () => void;

interface Limits {
  readonly atOnce: number;
  readonly mostWaiting: number;
}

export function createCallQueue({ atOnce, mostWaiting }: Limits): CallQueue {
  let running = 0;
  const waiting = new Set<() => void>();

  const leave = (): void => {
    running--;
    const next = waiting.values().next().value;
    if (next) next();
  };
  const start = (): Leave => {
    running++;
    let isOver = false;
    return () => {
      if (!isOver) leave();
      isOver = true;
    };
  };
  const waitForTurn = (signal: AbortSignal): Promise<Leave> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.delete(goOn);
        reject(signal.reason);
      };
      const goOn = (): void => {
        waiting.delete(goOn);
        signal.removeEventListener('abort', giveUp);
        resolve(start());
      };
      waiting.add(goOn);
      signal.addEventListener('abort', giveUp, { once: true });
    });

  return {
    enter: (signal, isBackground) => {
      // Half of the places are kept for people who wait.
      if (running < (isBackground ? atOnce / 2 : atOnce)) return Promise.resolve(start());
      if (isBackground || waiting.size >= mostWaiting) return null;
      return waitForTurn(signal);
    },
  };
}
