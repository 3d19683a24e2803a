import { isDatabaseUnavailable } from '#server/database/connection-errors.ts';

export interface Failure<Item> {
  readonly item: Item;
  readonly error: unknown;
}

/**
 * Runs `work` on all items at once, and on ever smaller parts of those that it fails on: one item that
 * fails stops no other. An outage of the database concerns all of them, so they are not tried apart.
 */
export async function isolateFailures<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<void>,
): Promise<readonly Failure<Item>[]> {
  if (items.length === 0) return [];
  try {
    await work(items);
    return [];
  } catch (error) {
    if (items.length === 1 || isDatabaseUnavailable(error)) return items.map((item) => ({ item, error }));
    const half = Math.ceil(items.length / 2);
    const first = await isolateFailures(items.slice(0, half), work);
    return [...first, ...(await isolateFailures(items.slice(half), work))];
  }
}
