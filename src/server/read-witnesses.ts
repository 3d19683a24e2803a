import { readWitnessVkey } from './modules/record/cosignature.ts';

/** A witness of the record: its verifier key and the address of its `add-checkpoint`. */
export interface WitnessAddress {
  readonly vkey: string;
  /** Without a trailing slash. */
  readonly url: string;
}

export const witnessesAllowed =
  'verifier keys with their addresses (vkey url), one a line or comma-separated, each key once, or none';

/** Null: not allowed. */
export function readWitnesses(value: string): WitnessAddress[] | null {
  if (value.trim() === 'none') return [];
  const items = value.split(/[\n,]/).flatMap((item) => item.trim() || []);
  const found = items.flatMap((item) => readWitness(item) ?? []);
  const keys = new Set(found.map(({ vkey }) => vkey));
  return found.length > 0 && keys.size === items.length ? found : null;
}

function readWitness(item: string): WitnessAddress | null {
  const [vkey = '', url = '', ...rest] = item.split(/\s+/);
  const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isUrl && rest.length === 0 && readWitnessVkey(vkey) ? { vkey, url: url.replace(/\/+$/, '') } : null;
}
