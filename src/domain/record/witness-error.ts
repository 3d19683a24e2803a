/**
 * Why a witness did not cosign. `no_answer`: unreachable, too slow or the connection ended.
 * `unknown_log`, `unknown_key`: it does not watch this log, or not under this key. `inconsistent`:
 * it has seen another history. `invalid_answer`: anything that the protocol does not allow.
 * `internal`: an error of the product itself.
 */
export const witnessErrors = [
  'no_answer',
  'unknown_log',
  'unknown_key',
  'inconsistent',
  'invalid_answer',
  'internal',
] as const;
export type WitnessErrorKind = (typeof witnessErrors)[number];
