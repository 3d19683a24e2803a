/** A source of randomness that nobody can foresee and everybody can read later. */
export interface Beacon {
  /** What an announced round said, lower-case hex. BeaconSilent: nothing yet, or nothing that can be read. */
  read(url: string): Promise<string>;
}

/** Try again later. The message is for the log. */
export class BeaconSilent extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BeaconSilent';
  }
}
