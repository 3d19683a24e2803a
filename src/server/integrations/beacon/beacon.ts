import type { BeaconChain } from '#domain/contest/beacon-chain.ts';

/** The value of a round. Both hex. */
interface BeaconRound {
  readonly signature: string;
  readonly randomness: string;
}

/** A source of randomness that is unpredictable in advance and public afterwards. */
export interface Beacon {
  readonly chain: BeaconChain;
  /**
   * A round, once the signature of the chain has been verified. Rejects with BeaconSilent when there
   * is none yet or it cannot be read.
   */
  read(round: number): Promise<BeaconRound>;
}

/** Retry later. The message is for the log. */
export class BeaconSilent extends Error {
  override readonly name = 'BeaconSilent';
}
