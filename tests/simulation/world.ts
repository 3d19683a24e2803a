import { createChance } from '#tests/support/chance.ts';
import type { Defect } from './defects.ts';
import type { Sandbox } from './sandbox.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import type { Interruption, ProcessState } from './process-state.ts';
import { createTransactions, type Transactions } from './transactions.ts';

/** One thing that a process does outside of its memory: a statement, a file. */
interface Operation {
  readonly owner: ProcessState;
  readonly label: string;
  /** Not before this instant. */
  readonly readyAt: number;
  /** False while another transaction is open. */
  isPossible(): boolean;
  /** In a transaction that has written something. */
  isInWriting(): boolean;
  run(): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
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

interface WorldDependencies {
  readonly seed: number;
  readonly startsAt: number;
  readonly sandbox: Sandbox;
  readonly defect: Defect;
  /** After each operation, while no transaction is open. */
  readonly afterOperation: () => Promise<void>;
  readonly onDeath: (process: ProcessState) => void;
}

export function createWorld({ seed, startsAt, sandbox, defect, afterOperation, onDeath }: WorldDependencies): World {
  const timeline = createTimeline(startsAt);
  const transactions = createTransactions(sandbox, defect);
  const chance = createChance(seed);
  let waiting: Operation[] = [];
  let fingerprint = seed;
  let count = 0;

  const getReadyAt = ({ readyAt, owner }: Operation): number => Math.max(readyAt, owner.pausedUntil);
  const note = (text: string): void => {
    for (let i = 0; i < text.length; i++) fingerprint = (Math.imul(fingerprint, 31) + text.charCodeAt(i)) | 0;
  };

  const takeNext = (): Operation | undefined => {
    const ready = waiting.filter((one) => getReadyAt(one) <= timeline.now() && one.isPossible());
    const next = ready[Math.floor(chance() * ready.length)];
    if (next) waiting = waiting.filter((one) => one !== next);
    return next;
  };

  const kill = (process: ProcessState): void => {
    if (!process.isAlive) return;
    process.isAlive = false;
    waiting = waiting.filter(({ owner }) => owner !== process);
    transactions.breakConnection(process);
    onDeath(process);
  };

  const interrupt = ({ owner, isInWriting }: Operation, when: Interruption['when']): void => {
    const { interruption } = owner;
    if (interruption?.when !== when || (interruption.isInWriting && !isInWriting())) return;
    interruption.left -= 1;
    if (interruption.left >= 0) return;
    owner.interruption = null;
    interruption.act();
  };

  const runOne = async (one: Operation): Promise<void> => {
    const { owner } = one;
    note(`${timeline.now()} ${owner.name} ${one.label}`);
    interrupt(one, 'before');
    if (!owner.isAlive) return;
    // It stands still before the operation, or has lost its connection.
    if (getReadyAt(one) > timeline.now()) return void waiting.push(one);
    count += 1;
    const settled = await one.run().then(
      (value) => () => one.resolve(value),
      (error: unknown) => () => one.reject(error),
    );
    interrupt(one, 'after');
    if (owner.isAlive) settled();
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
        const possible = waiting.filter((one) => one.isPossible()).map(getReadyAt);
        const at = Math.min(timeline.nextAt(), ...possible);
        if (at > until) return timeline.jumpTo(until);
        timeline.jumpTo(at);
      }
    },
  };
}

/** All promises that can be settled without an operation or a timer are. */
const untilIdle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
