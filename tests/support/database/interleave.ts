import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

export interface Interleaver {
  /**
   * Runs the transactions concurrently, one statement of one of them at a time: `pick` chooses
   * among those that are not waiting for a lock. Rejects with the first error of a transaction,
   * after all have ended.
   */
  run(transactions: readonly (() => Promise<unknown>)[], pick: (count: number) => number): Promise<void>;
  /** SQLSTATE of every failed statement of the transactions. */
  readonly errors: readonly string[];
}

interface Actor {
  /** Sends the statement that waits at the gate. */
  open: (() => void) | null;
  backend: number;
  isDone: boolean;
  /** Called once, when the actor waits at its gate or is done. */
  listeners: (() => void)[];
}

/** `observer`: a separate pool, which detects who is waiting for a lock. */
export function createInterleaver(pool: pg.Pool, observer: pg.Pool): Interleaver {
  const current = new AsyncLocalStorage<Actor>();
  const errors: string[] = [];

  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    const sendThroughGate = (...args: unknown[]): unknown => {
      const actor = current.getStore();
      if (!actor || typeof args.at(-1) === 'function') return send(...args);
      return new Promise<void>((resolve) => {
        actor.backend = getBackend(client);
        actor.open = resolve;
        arrive(actor);
      })
        .then(() => send(...args))
        .catch((error: unknown) => {
          errors.push(String((error as { code?: unknown }).code));
          throw error;
        });
    };
    client.query = sendThroughGate as typeof client.query;
  });

  const isWaiting = async ({ backend }: Actor): Promise<boolean> => {
    const text = `select 1 from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`;
    return (await observer.query(text, [backend])).rows.length > 0;
  };

  /** Runs until the actor's statement has ended or waits for a lock. */
  const step = async (actor: Actor): Promise<void> => {
    const { open } = actor;
    actor.open = null;
    let hasArrived = false;
    actor.listeners.push(() => {
      hasArrived = true;
    });
    open?.();
    while (!hasArrived && !(await isWaiting(actor)));
  };

  return {
    errors,
    run: async (transactions, pick) => {
      const actors = transactions.map((): Actor => ({ open: null, backend: 0, isDone: false, listeners: [] }));
      const first = actors.map(waitForArrival);
      const all = transactions.map((transaction, i) => {
        const actor = actors[i] as Actor;
        return current.run(actor, transaction).finally(() => {
          actor.isDone = true;
          arrive(actor);
        });
      });
      const ended = Promise.allSettled(all);
      await Promise.all(first);
      while (actors.some(({ isDone }) => !isDone)) {
        const ready = actors.filter(({ open }) => open !== null);
        const chosen = ready[pick(ready.length)];
        // All actors wait for a lock; the one that gets it arrives without a step.
        if (chosen) await step(chosen);
        else await Promise.race(actors.filter(({ isDone }) => !isDone).map(waitForArrival));
      }
      await ended;
      await Promise.all(all);
    },
  };
}

function waitForArrival(actor: Actor): Promise<void> {
  if (actor.open !== null || actor.isDone) return Promise.resolve();
  return new Promise((resolve) => void actor.listeners.push(resolve));
}

function arrive(actor: Actor): void {
  for (const listener of actor.listeners.splice(0)) listener();
}

/** `processID` is missing from the published types. */
const getBackend = (client: pg.PoolClient): number => (client as unknown as { processID: number }).processID;
