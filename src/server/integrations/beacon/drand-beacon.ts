import { z } from 'zod';
import { type BeaconChain, quicknet } from '#domain/contest/beacon-chain.ts';
import { isSignedRound, computeRandomness } from '#record/beacon-round.ts';
import { sha256Hex } from '#node/sha256.ts';
import { type Beacon, BeaconSilent } from './beacon.ts';

/**
 * One round in the format of https://drand.love/docs, e.g.
 * {"round":1000,"randomness":"fe290bec…","signature":"b44679b9…"}.
 */
const Round = z.object({ round: z.number(), signature: z.string() });

interface Options {
  /** The address of a relay. Any will do: what it answers is verified. */
  readonly relay: string;
  /** Another chain than drand's, for tests. */
  readonly chain?: BeaconChain;
}

const withinMs = 5_000;
const maxBytes = 8_192;

export const createDrandBeacon = ({ relay, chain = quicknet }: Options): Beacon => ({
  chain,
  read: async (round) => {
    const parsed = Round.safeParse(await readJson(`${relay.replace(/\/$/, '')}/${chain.hash}/public/${round}`));
    if (!parsed.success || parsed.data.round !== round) throw new BeaconSilent('the answer is not the round');
    const { signature } = parsed.data;
    const randomness = await computeRandomness(sha256Hex, signature);
    if (randomness === null || !(await isSignedRound(sha256Hex, chain, { round, signature })))
      throw new BeaconSilent('the round is not signed by its chain');
    return { signature, randomness };
  },
});

async function readJson(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(withinMs), redirect: 'error' });
    if (!answer.ok) throw new BeaconSilent(`the beacon answered ${answer.status}`);
    const text = await answer.text();
    if (text.length > maxBytes) throw new BeaconSilent('the answer of the beacon is too large');
    return JSON.parse(text);
  } catch (error) {
    throw error instanceof BeaconSilent ? error : new BeaconSilent('the beacon did not answer', { cause: error });
  }
}
