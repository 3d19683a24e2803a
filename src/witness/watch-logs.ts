import { z } from 'zod';
import { getErrorMessage } from '#domain/caught-error.ts';
import { findBrokenHandover } from '#record/record-handover.ts';
import { isSignedBy, parseVkey } from '#node/notes.ts';
import { StartError } from '#node/start-error.ts';
import type { WitnessState } from './witness-state.ts';

interface WatchLogsDependencies {
  readonly state: WitnessState;
  /** Verifier keys of logs, or addresses from which a key is read once. */
  readonly logs: readonly string[];
  readonly print: (line: string) => void;
}

/**
 * Adds the logs to the state. A log that is in it keeps its key: only a hand-over, signed by the
 * old key, changes it.
 */
export async function watchLogs({ state, logs, print }: WatchLogsDependencies): Promise<void> {
  for (const log of logs) {
    const isAddress = URL.canParse(log) && /^https?:$/.test(new URL(log).protocol);
    if (isAddress && state.list().some(({ url }) => url === log)) continue;
    const vkey = isAddress ? await readLogKey(log) : log;
    const origin = parseVkey(vkey)?.name;
    if (origin === undefined) throw new StartError(`--log ${log}: neither the verifier key of a log nor an address.`);
    const known = state.find(origin);
    if (!known) await state.save({ origin, vkey, url: isAddress ? log : null, note: null });
    else if (known.vkey !== vkey) print(`${origin} is watched under ${known.vkey}: another key needs a hand-over.`);
  }
}

const Keys = z
  .array(z.object({ vkey: z.string(), fromSize: z.number().int(), handover: z.string().nullable() }))
  .min(1);

const withinMs = 10_000;

/** Trust on first use: the current key of a record, at the end of its hand-overs. */
async function readLogKey(address: string): Promise<string> {
  try {
    const url = new URL('/api/record/keys', address);
    const answer = await fetch(url, { signal: AbortSignal.timeout(withinMs), redirect: 'error' });
    if (!answer.ok) throw new Error(`${url.href} answered ${answer.status}`);
    const keys = Keys.parse(await answer.json());
    const broken = findBrokenHandover(keys, isSignedBy);
    if (broken) throw new Error(`the record was not handed over to ${broken.vkey}`);
    return keys.at(-1)?.vkey ?? '';
  } catch (error) {
    throw new StartError(`--log ${address}: its key could not be read (${getErrorMessage(error)}).`);
  }
}
