import { z } from 'zod';
import { parseWitnessVkey } from '#node/notes.ts';
import { integer } from './formats.ts';
import { type ConfigIssue, type Given, setting, type ValuesOf } from './setting.ts';

/** A witness of the record: its verifier key and the address of its `add-checkpoint`. */
export interface WitnessAddress {
  readonly vkey: string;
  /** Without a trailing slash. */
  readonly url: string;
}

const witnessesAllowed = 'verifier keys with their addresses (vkey url), one a line or comma-separated, each key once';

/** `.env.example`: The witnesses of the record (docs/operating.md). */
export const witnessSettings = {
  WITNESSES: setting(
    z
      .string()
      .transform(parseWitnesses)
      .pipe(z.array(z.custom<WitnessAddress>(), { error: witnessesAllowed }))
      .optional(),
    'witness.example/w1+c00847a7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2 https://witness.example',
    'Verifier keys with their addresses, comma-separated.',
  ),
  WITNESS_QUORUM: setting(
    integer(0, 100, 'a whole number, 0 or more').default(0),
    '1',
    'How many of them must have cosigned a checkpoint for it to prove anything; 0: none, and nothing is proven.',
  ),
};

export const toWitnessConfig = (values: ValuesOf<typeof witnessSettings>) => ({
  addresses: values.WITNESSES ?? [],
  /** Cosignatures by this many witnesses prove a checkpoint; 0: none is required. */
  quorum: values.WITNESS_QUORUM,
});

/** A quorum of more witnesses than there are would never be reached. */
export function findWitnessIssues(given: Given): ConfigIssue[] {
  const { WITNESSES: witnesses, WITNESS_QUORUM: quorum = '0' } = given;
  const count = witnesses === undefined ? 0 : (parseWitnesses(witnesses)?.length ?? Number.POSITIVE_INFINITY);
  return Number(quorum) > count
    ? [{ name: 'WITNESS_QUORUM', value: quorum, allowed: `0 to ${count}, the number of witnesses` }]
    : [];
}

/** Null: not allowed. */
function parseWitnesses(value: string): WitnessAddress[] | null {
  const items = value.split(/[\n,]/).flatMap((item) => item.trim() || []);
  const found = items.flatMap((item) => parseWitness(item) ?? []);
  const keys = new Set(found.map(({ vkey }) => vkey));
  return found.length > 0 && keys.size === items.length ? found : null;
}

function parseWitness(item: string): WitnessAddress | null {
  const [vkey = '', url = '', ...rest] = item.split(/\s+/);
  const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isUrl && rest.length === 0 && parseWitnessVkey(vkey) ? { vkey, url: url.replace(/\/+$/, '') } : null;
}
