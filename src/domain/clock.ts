/** Where time comes from. Milliseconds since the Unix epoch, UTC. Tests and replays hand in their own. */
export interface Clock {
  now(): number;
}
