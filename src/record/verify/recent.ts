/** A map whose values expire a fixed time after they were set, by the time of the record. Milliseconds UTC. */
export class Recent<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #keptMs: number;
  #order: { readonly key: Key; readonly at: number }[] = [];
  #head = 0;

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  has(key: Key): boolean {
    return this.#values.has(key);
  }

  /** `at` never falls from one call to the next. */
  set(key: Key, value: Value, at: number): void {
    this.#values.set(key, value);
    this.#order.push({ key, at });
  }

  delete(key: Key): void {
    this.#values.delete(key);
  }

  /** Drops, and returns, what was set more than the kept time before `now` and is still there. */
  expire(now: number): (readonly [Key, Value])[] {
    const expired: (readonly [Key, Value])[] = [];
    for (let one = this.#order[this.#head]; one && now - one.at > this.#keptMs; one = this.#order[this.#head]) {
      this.#head++;
      const value = this.#values.get(one.key);
      if (value === undefined) continue;
      this.#values.delete(one.key);
      expired.push([one.key, value]);
    }
    if (this.#head > 1_000 && this.#head * 2 > this.#order.length) {
      this.#order = this.#order.slice(this.#head);
      this.#head = 0;
    }
    return expired;
  }
}
