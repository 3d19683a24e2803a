export interface AttemptLimit {
  readonly max: number;
  readonly windowMs: number;
}

/** How often something was tried, by whom, in every process together. `what` names the limit, `who` is hashed. */
export interface Attempts {
  /** Counts one more; refuses with rate_limited and Retry-After once there are more than `max` in the window. */
  take(what: string, who: string, limit: AttemptLimit): Promise<void>;
  /** Counts one more and tells how many there are now. */
  add(what: string, who: string, windowMs: number): Promise<number>;
  count(what: string, who: string): Promise<number>;
  forget(what: string, who: string): Promise<void>;
}
