import type { ConfigIssue, Environment } from './environment.ts';
import { readWitnesses, type WitnessAddress } from './read-witnesses.ts';

export interface WitnessConfig {
  readonly addresses: readonly WitnessAddress[];
  /** A demo in one process starts one beside itself, unless WITNESSES is set. */
  readonly ownWitness: boolean;
  /** Cosignatures by this many witnesses prove a checkpoint; 0: none is required. */
  readonly quorum: number;
}

export const witnessConfigOf = (env: Environment, isAlone: boolean): WitnessConfig => ({
  addresses: env.WITNESSES ?? [],
  ownWitness: isAlone && env.WITNESSES === undefined,
  quorum: env.WITNESS_QUORUM,
});

/** A quorum of more witnesses than there are would never be reached. */
export function witnessIssues(given: Readonly<Record<string, string>>, isAlone: boolean): ConfigIssue[] {
  const { WITNESSES: witnesses, WITNESS_QUORUM: quorum = '0' } = given;
  const count =
    witnesses === undefined ? Number(isAlone) : (readWitnesses(witnesses)?.length ?? Number.POSITIVE_INFINITY);
  return Number(quorum) > count
    ? [{ name: 'WITNESS_QUORUM', value: quorum, allowed: `0 to ${count}, the number of witnesses` }]
    : [];
}
