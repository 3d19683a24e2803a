import { randomUUID } from 'node:crypto';
import type { InputJournal } from '#engine/bar-forecasts.ts';
import type { BarInput } from '#engine/bar-input.ts';

/** The engine's inputs that are not stored yet. */
export interface PendingInputs {
  /** Of this process: its inputs are counted from 0. */
  readonly run: string;
  /**
   * The inputs from number `from` up to the close of the minute that starts at `minute`, and the
   * number of the first one after them. Those before `from` are stored, and dropped.
   */
  upTo(minute: number, from: number): { readonly inputs: readonly BarInput[]; readonly next: number };
}

/**
 * `models`: as in `InputJournal`; without models nothing is ever stated, so nothing is kept. What
 * comes before a `start` is dropped while another process leads, which stores it.
 */
export function createInputJournal(
  models: readonly string[],
  leader: { readonly isLeading: () => boolean },
): InputJournal & PendingInputs {
  let pending: BarInput[] = [];
  let first = 0;
  const dropAll = (): void => {
    first += pending.length;
    pending = [];
  };
  return {
    models,
    add: (input) => {
      if (models.length === 0) return;
      if (input[0] === 'start' && !leader.isLeading()) dropAll();
      pending.push(input);
    },
    run: randomUUID(),
    upTo: (minute, from) => {
      pending = pending.slice(Math.max(0, from - first));
      first = Math.max(first, from);
      const count = 1 + pending.findLastIndex((input) => input[0] === 'close' && input[1] <= minute);
      return { inputs: pending.slice(0, count), next: first + count };
    },
  };
}
