/** Limits how many streams a user, and how many an address, may have open. */
export interface StreamPlaces {
  /** Null: too many are open. */
  take(owner: StreamOwner): Promise<StreamPlace | null>;
}

export interface StreamOwner {
  readonly userId: string;
  readonly address: string;
}

export interface StreamPlace {
  /** May be called more than once. */
  release(): void;
}

export interface StreamLimits {
  readonly aUser: number;
  /** Infinity for load tests from one machine. */
  readonly anAddress: number;
}

/** Counts the streams of this process. */
export function createLocalStreamPlaces({ aUser, anAddress }: StreamLimits) {
  const counts = new Map<string, number>();
  const countAt = (key: string): number => counts.get(key) ?? 0;
  const change = (key: string, by: 1 | -1): void => {
    const now = countAt(key) + by;
    if (now > 0) counts.set(key, now);
    else counts.delete(key);
  };
  return {
    countOf: (owner: { userId: string } | { address: string }): number =>
      countAt('userId' in owner ? `user ${owner.userId}` : `address ${owner.address}`),
    take: async ({ userId, address }: StreamOwner): Promise<StreamPlace | null> => {
      const keys = [`user ${userId}`, `address ${address}`] as const;
      if (countAt(keys[0]) >= aUser || countAt(keys[1]) >= anAddress) return null;
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
