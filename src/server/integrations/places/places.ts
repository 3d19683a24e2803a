/**
 * The port: limits how many of something exist at a time, such as streams of a user or calls in
 * flight, over all processes.
 */
export interface Places {
  /**
   * `limits`: how many may exist under each key. `lifetimeMs`: other processes count the place for so
   * long at most; absent: until it is released, or its process has died. Null: one of the keys is full.
   */
  take(limits: PlaceLimits, lifetimeMs?: number): Promise<Place | null>;
}

export type PlaceLimits = Readonly<Record<string, number>>;

interface Place {
  /** May be called more than once. */
  release(): void;
}
