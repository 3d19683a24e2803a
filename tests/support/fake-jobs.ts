import type { Clock } from '#domain/clock.ts';
import type { Jobs } from '#server/jobs/jobs.ts';

interface Job {
  readonly queue: string;
  readonly data: object;
  readonly at: number;
}

/** A job queue in memory that works when it is told to. */
export interface FakeJobs extends Pick<Jobs, 'send' | 'sendAll' | 'work' | 'backlog'> {
  /** What waits, by the time at which it is due. */
  readonly waiting: readonly Job[];
  /** Runs what is due now, once. Returns how much that was. */
  runDue(): Promise<number>;
  /** Runs what is due now at the same moment, each job by several workers. */
  runDueAtOnce(workers: number): Promise<void>;
  /** Loses what is due now, as a process that died over it. */
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
      for (const data of all) waiting.push({ queue, data, at: clock.now() });
    },
    work: async (queue, handler) => void handlers.set(queue, handler),
    backlog: async () => [
      { queue: 'all', due: waiting.filter(({ at }) => at <= clock.now()).length, later: 0, active: 0, failed: 0 },
    ],
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
