import type { Scheduler } from '#server/jobs/scheduler.ts';
import { isDatabaseUnavailable } from './connection-errors.ts';

interface Options<Item, Done> {
  /**
   * Writes the whole group in one transaction, or reads it in one query; returns the result of each
   * item in the same order.
   */
  readonly call: (group: readonly Item[]) => Promise<readonly Done[]>;
  /** An item that is still queued after `ms` is rejected with this error. */
  readonly rejectAfter?: { readonly ms: number; readonly error: () => Error; readonly after: Scheduler['after'] };
}

interface Waiting<Item, Done> {
  readonly item: Item;
  readonly resolve: (done: Done) => void;
  readonly reject: (error: unknown) => void;
  cancelTimer?: () => void;
}

/** Max items per call, so that no lock is held long. */
const maxGroupSize = 100;

/**
 * One call at a time; items that arrive meanwhile are batched into the next. Concurrent writers
 * that wait for the same lock and each for the disk are no faster: this way they wait once for all
 * of them. The returned function resolves when the database has answered for its item.
 */
export function groupCalls<Item, Done>({ call, rejectAfter }: Options<Item, Done>): (item: Item) => Promise<Done> {
  const waiting = new Set<Waiting<Item, Done>>();
  let isCalling = false;

  const callGroup = async (group: readonly Waiting<Item, Done>[]): Promise<void> => {
    try {
      const done = await call(group.map(({ item }) => item));
      done.forEach((one, i) => group[i]?.resolve(one));
    } catch (error) {
      if (group.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of group) reject(error);
      // An item that fails must not fail the others.
      else for (const one of group) await callGroup([one]);
    }
  };

  const callAll = async (): Promise<void> => {
    isCalling = true;
    while (waiting.size > 0) {
      const group = [...waiting].slice(0, maxGroupSize);
      for (const one of group) leave(one);
      await callGroup(group);
    }
    isCalling = false;
  };

  const leave = (one: Waiting<Item, Done>): void => {
    waiting.delete(one);
    one.cancelTimer?.();
  };

  const enter = (one: Waiting<Item, Done>): void => {
    waiting.add(one);
    if (!isCalling) {
      void callAll();
      return;
    }
    if (!rejectAfter) return;
    const { ms, error, after } = rejectAfter;
    one.cancelTimer = after(ms, () => {
      leave(one);
      one.reject(error());
    });
  };

  return (item) => new Promise((resolve, reject) => enter({ item, resolve, reject }));
}
