/** Of one user; another event of the user waits. */
const maxOfUser = 2;
/** To one host: half of what a process sends at once, because many users may share a service. */
const maxOfHost = 8;

/** Counts the deliveries that this process is sending, so that nobody holds all of its places. */
export interface InFlight {
  /** Null: the user or the host has none left; otherwise it is to be called at the end. */
  enter(userId: string, host: string): (() => void) | null;
}

export function createInFlight(): InFlight {
  const counts = new Map<string, number>();
  const add = (key: string, change: number): void => {
    const count = (counts.get(key) ?? 0) + change;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  return {
    enter: (userId, host) => {
      const [user, place] = [`user ${userId}`, `host ${host}`];
      if ((counts.get(user) ?? 0) >= maxOfUser || (counts.get(place) ?? 0) >= maxOfHost) return null;
      for (const key of [user, place]) add(key, 1);
      return () => {
        for (const key of [user, place]) add(key, -1);
      };
    },
  };
}
