/** Time source. Milliseconds since the Unix epoch, UTC. Tests and replays inject their own. */
export interface Clock {
  now(): number;
}
