/**
 * The port: limits how many of something exist at a time, such as streams of a user or calls in
 * flight, over all processes.
 */
export interface Semaphores {
  /**
   * `limits`: how many may exist under each key. `lifetimeMs`: other processes count the permit for so
   * long at most; absent: until it is released, or its process has died. Null: one of the keys is full.
   */
  take(limits: SemaphoreLimits, lifetimeMs?: number): Promise<Permit | null>;
}

export type SemaphoreLimits = Readonly<Record<string, number>>;

interface Permit {
  /** May be called more than once. */
  release(): void;
}

interface LocalSemaphores extends Semaphores {
  getCount(key: string): number;
}

/** Counts in this process. */
export function createLocalSemaphores(): LocalSemaphores {
  const counts = new Map<string, number>();
  const getCount = (key: string): number => counts.get(key) ?? 0;
  const change = (key: string, by: 1 | -1): void => {
    const now = getCount(key) + by;
    if (now > 0) counts.set(key, now);
    else counts.delete(key);
  };
  return {
    getCount,
    take: async (limits) => {
      if (Object.entries(limits).some(([key, max]) => getCount(key) >= max)) return null;
      const keys = Object.keys(limits);
      for (const key of keys) change(key, 1);
      let isReleased = false;
      return {
        release: () => {
          if (!isReleased) for (const key of keys) change(key, -1);
          isReleased = true;
        },
      };
    },
  };
}
