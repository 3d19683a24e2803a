import { chanceOf } from '#tests/support/chance.ts';
import type { Sandbox } from './sandbox.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import { createTransactions, type Transactions } from './transactions.ts';

/** One thing that a process does outside of its memory: a statement, a file. */
export interface Operation {
  readonly owner: ProcessState;
  readonly label: string;
  /** Not before this instant. */
  readonly readyAt: number;
  /** False while another transaction is open. */
  isPossible(): boolean;
  run(): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** What failures change of a process. */
export interface ProcessState {
  readonly name: string;
  isAlive: boolean;
  /** Neither its timers nor its operations run until then. */
  pausedUntil: number;
  /** How far its clock is ahead of the true time, milliseconds. */
  clockAheadMs: number;
  /** Of each operation. */
  latencyMs: number;
  /** Its statements fail. */
  isDatabaseAway: boolean;
  /** It dies at the operation after this many others; null: it does not. */
  dying: { left: number; readonly when: 'before' | 'after' } | null;
}

/** Runs processes one operation at a time, in an order that follows from the seed alone. */
export interface World extends Pick<Timeline, 'now'> {
  readonly transactions: Transactions;
  readonly at: Timeline['at'];
  /** Adds an operation and resolves with its result; never, if its process dies before. */
  perform<T>(operation: Omit<Operation, 'resolve' | 'reject' | 'run'> & { run(): Promise<T> }): Promise<T>;
  kill(process: ProcessState): void;
  /** Until that instant, or until `isOver`. */
  run(until: number, isOver: () => boolean): Promise<void>;
  /** A number that is the same for two runs only if they did the same. */
  fingerprint(): number;
  operations(): number;
}

interface Needs {
  readonly seed: number;
  readonly startsAt: number;
  readonly sandbox: Sandbox;
  /** After each operation, while no transaction is open. */
  readonly afterOperation: () => Promise<void>;
  readonly onDeath: (process: ProcessState) => void;
}

export function createWorld({ seed, startsAt, sandbox, afterOperation, onDeath }: Needs): World {
  const timeline = createTimeline(startsAt);
  const transactions = createTransactions(sandbox);
  const chance = chanceOf(seed);
  let waiting: Operation[] = [];
  let fingerprint = seed;
  let count = 0;

  const readyAtOf = ({ readyAt, owner }: Operation): number => Math.max(readyAt, owner.pausedUntil);
  const note = (text: string): void => {
    for (let i = 0; i < text.length; i++) fingerprint = (Math.imul(fingerprint, 31) + text.charCodeAt(i)) | 0;
  };

  const takeNext = (): Operation | undefined => {
    const ready = waiting.filter((one) => readyAtOf(one) <= timeline.now() && one.isPossible());
    const next = ready[Math.floor(chance() * ready.length)];
    if (next) waiting = waiting.filter((one) => one !== next);
    return next;
  };

  const kill = (process: ProcessState): void => {
    if (!process.isAlive) return;
    process.isAlive = false;
    waiting = waiting.filter(({ owner }) => owner !== process);
    transactions.breakOf(process);
    onDeath(process);
  };

  /** True: the process dies here. */
  const diesAt = ({ dying }: ProcessState, when: 'before' | 'after'): boolean => {
    if (dying?.when !== when) return false;
    dying.left -= 1;
    return dying.left < 0;
  };

  const runOne = async (one: Operation): Promise<void> => {
    const { owner } = one;
    note(`${timeline.now()} ${owner.name} ${one.label}`);
    count += 1;
    if (diesAt(owner, 'before')) return kill(owner);
    const settled = await one.run().then(
      (value) => () => one.resolve(value),
      (error: unknown) => () => one.reject(error),
    );
    if (diesAt(owner, 'after')) kill(owner);
    else settled();
  };

  return {
    now: timeline.now,
    at: timeline.at,
    transactions,
    kill,
    fingerprint: () => fingerprint,
    operations: () => count,
    perform: (operation) =>
      new Promise((resolve, reject) => {
        if (operation.owner.isAlive) waiting.push({ ...operation, resolve: resolve as Operation['resolve'], reject });
      }),
    run: async (until, isOver) => {
      for (;;) {
        await untilIdle();
        await transactions.undoBroken();
        if (isOver()) return;
        const next = takeNext();
        if (next) {
          await runOne(next);
          await transactions.undoBroken();
          if (!transactions.isOpen()) await afterOperation();
          continue;
        }
        const possible = waiting.filter((one) => one.isPossible()).map(readyAtOf);
        const at = Math.min(timeline.nextAt(), ...possible);
        if (at > until) return timeline.jumpTo(until);
        timeline.jumpTo(at);
      }
    },
  };
}

/** All promises that can be settled without an operation or a timer are. */
const untilIdle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
