/** A public source of randomness with a fixed timetable: a chain of drand. */
export interface BeaconChain {
  /** Identifies the chain, hex. */
  readonly hash: string;
  /** Of the whole network, hex: every round is signed with it. */
  readonly publicKey: string;
  /** Round 1, milliseconds UTC. */
  readonly startsAt: number;
  readonly periodMs: number;
}

/**
 * drand's quicknet, scheme bls-unchained-g1-rfc9380: https://api.drand.sh/<hash>/info. Pinned here,
 * so that nobody who runs the product can choose another.
 */
export const quicknet: BeaconChain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  startsAt: 1_692_803_367_000,
  periodMs: 3_000,
};

/** When a round is published, milliseconds UTC. */
export const timeOfRound = ({ startsAt, periodMs }: BeaconChain, round: number): number =>
  startsAt + (round - 1) * periodMs;

/** The first round published at or after an instant. */
export const firstRoundAt = ({ startsAt, periodMs }: BeaconChain, at: number): number =>
  Math.max(1, Math.ceil((at - startsAt) / periodMs) + 1);
