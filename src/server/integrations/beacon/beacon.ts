/** A source of randomness that is unpredictable in advance and public afterwards. */
export interface Beacon {
  /**
   * Randomness of an announced round, lower-case hex. Rejects with BeaconSilent when there is none
   * yet or it cannot be read.
   */
  read(url: string): Promise<string>;
}

/** Retry later. The message is for the log. */
export class BeaconSilent extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BeaconSilent';
  }
}
