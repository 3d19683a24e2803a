/**
 * The server's time, independent of the local clock. It runs on the monotonic clock, so that a jump
 * of the wall clock has no effect; the sample with the shortest round trip wins, because it bounds
 * the error best.
 */
export class ServerClock {
  #offset: number | null = null;
  #roundTrip = Number.POSITIVE_INFINITY;
  #sampledAt = 0;
  readonly #monotonic: () => number;
  readonly #wall: () => number;

  constructor(monotonic: () => number, wall: () => number) {
    this.#monotonic = monotonic;
    this.#wall = wall;
  }

  /** Milliseconds since the epoch. The local time until the first sample. */
  now(): number {
    return this.#offset === null ? this.#wall() : this.#offset + this.#monotonic();
  }

  monotonic(): number {
    return this.#monotonic();
  }

  /** `serverTime` was read by the server between `sentAt` and `receivedAt` (monotonic milliseconds). */
  sample(serverTime: number, sentAt: number, receivedAt: number): void {
    const roundTrip = receivedAt - sentAt;
    const isOld = receivedAt - this.#sampledAt > bestSampleMs;
    if (roundTrip > this.#roundTrip && !isOld) return;
    this.#offset = serverTime - (sentAt + receivedAt) / 2;
    this.#roundTrip = roundTrip;
    this.#sampledAt = receivedAt;
  }
}

/** Clocks drift and machines sleep: a good sample expires. */
const bestSampleMs = 600_000;

export const serverClock = new ServerClock(
  () => performance.now(),
  () => Date.now(),
);
