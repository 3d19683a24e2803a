/** Source of timers; tests inject their own, so that none of them sleeps. */
export interface Scheduler {
  /** Calls `task` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, task: () => void): () => void;
}

/** Resolves after `ms` milliseconds, or when `stopping` is aborted. */
export async function pause(after: Scheduler['after'], ms: number, stopping?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  const cancel = after(ms, end);
  stopping?.addEventListener('abort', end);
  await promise;
  stopping?.removeEventListener('abort', end);
  cancel();
}

/** The cancel function to use while no timer runs. */
export const noTimer = (): void => undefined;

export const systemScheduler: Scheduler = {
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};
