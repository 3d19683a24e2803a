/** Source of timers; tests inject their own, so that none of them sleeps. */
export interface Scheduler {
  /** Calls `task` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, task: () => void): () => void;
}

/** Cancels nothing: for as long as no timer runs. */
export const noTimer = (): void => undefined;

export const systemScheduler: Scheduler = {
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};
