/** Where waiting comes from; tests hand in their own, so that none of them sleeps. */
export interface Scheduler {
  /** Calls `task` once after `ms` milliseconds; the answer cancels it. */
  after(ms: number, task: () => void): () => void;
}

export const systemScheduler: Scheduler = {
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};
