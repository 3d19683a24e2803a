import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Beacon, BeaconSilent } from './beacon.ts';

/**
 * One round in the format of https://drand.love/docs, e.g.
 * {"round":24815020,"randomness":"101297f1…","signature":"9469186f…"}: the randomness is the
 * SHA-256 of the signature. The signature is not verified here; the address is public, so anyone
 * can verify it with a drand client.
 */
const Round = z.object({
  round: z.number().int().positive(),
  randomness: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().regex(/^(?:[0-9a-f]{2})+$/),
});

const withinMs = 5_000;
const maxBytes = 8_192;

export const createDrandBeacon = (): Beacon => ({
  read: async (url) => {
    const parsed = Round.safeParse(await readJson(url));
    if (!parsed.success) throw new BeaconSilent('the answer of the beacon is no round');
    const { randomness, signature } = parsed.data;
    const hash = createHash('sha256').update(Buffer.from(signature, 'hex')).digest('hex');
    if (hash !== randomness) throw new BeaconSilent('the randomness of the round is not that of its signature');
    return randomness;
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
