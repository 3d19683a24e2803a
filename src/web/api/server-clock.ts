/**
 * The server's time, whatever this machine's clock says. It runs on the monotonic clock, so that a jump of the wall
 * clock moves nothing; the sample with the shortest round trip wins, because it bounds the error best.
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

  /** Milliseconds since the epoch. Until the first sample this machine's own time. */
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

/** Machines drift and sleep: a good sample is not kept for ever. */
const bestSampleMs = 600_000;

export const serverClock = new ServerClock(
  () => performance.now(),
  () => Date.now(),
);
