import type { Clock } from '#domain/time.ts';
import type { Jobs } from '#server/jobs/jobs.ts';

interface Job {
  readonly queue: string;
  readonly data: object;
  readonly at: number;
}

/** A job queue in memory that runs on demand. */
export interface FakeJobs extends Jobs {
  /** Pending jobs, ordered by due time. */
  readonly waiting: readonly Job[];
  /** Runs the due jobs once. Returns their number. */
  runDue(): Promise<number>;
  /** Runs the due jobs at the same moment, each on several workers. */
  runDueAtOnce(workers: number): Promise<void>;
  /** Drops the due jobs, as a process does that dies while running them. */
  dropDue(): void;
}

export function createFakeJobs(clock: Clock): FakeJobs {
  let waiting: Job[] = [];
  const handlers = new Map<string, (data: never) => Promise<void>>();
  const takeDue = (): Job[] => {
    const due = waiting.filter(({ at }) => at <= clock.now());
    waiting = waiting.filter(({ at }) => at > clock.now());
    return due;
  };
  return {
    get waiting() {
      return waiting;
    },
    send: async (_tx, queue, data, { startAfter } = {}) => {
      waiting.push({ queue, data, at: startAfter?.getTime() ?? clock.now() });
    },
    sendAll: async (_tx, queue, all) => {
      for (const { data, startAfter } of all) waiting.push({ queue, data, at: startAfter?.getTime() ?? clock.now() });
    },
    start: async () => undefined,
    stop: async () => undefined,
    work: async (queue, handler) => void handlers.set(queue, handler),
    backlog: async () => {
      const due = waiting.filter(({ at }) => at <= clock.now());
      const lagMs = Math.max(0, ...due.map(({ at }) => clock.now() - at));
      return [{ queue: 'all', due: due.length, later: 0, active: 0, failed: 0, lagMs }];
    },
    dropDue: () => void takeDue(),
    runDueAtOnce: async (workers) => {
      const due = takeDue().flatMap((job) => Array.from({ length: workers }, () => job));
      await Promise.all(due.map(async ({ queue, data }) => handlers.get(queue)?.(data as never)));
    },
    runDue: async () => {
      const due = takeDue();
      for (const { queue, data } of due) await handlers.get(queue)?.(data as never);
      return due.length;
    },
  };
}
