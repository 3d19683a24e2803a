import { pause } from '#research/history/pause.ts';
import type { Findings } from '#record/verify/findings.ts';
import { createRecordAddress } from '../record/record-address.ts';
import type { TrustedWitnesses } from '../record/verify-witnesses.ts';
import { checkDraw } from './check-draw.ts';
import { readPublishedDraw } from './published-draw.ts';

interface Demands {
  readonly witnesses: TrustedWitnesses | null;
  /** Values that were saved before the draw. */
  readonly saved: { readonly list?: string; readonly round?: string; readonly key?: string };
}

/** Reads the draw and the record that an address publishes, and recomputes the draw. */
export async function verifyPublishedDraw(
  address: string,
  { witnesses, saved }: Demands,
  findings: Findings,
): Promise<void> {
  const draw = await readPublishedDraw(address, fetch);
  const record = createRecordAddress(address, { fetchUrl: fetch, pause });
  const key = await record.key();
  const closing = await checkDraw(draw, record, { key, witnesses, now: Date.now() }, findings);
  compare('list', closing?.listHash, saved.list, findings);
  compare('round', closing && String(closing.round), saved.round, findings);
  compare('key', key, saved.key, findings);
}

function compare(what: string, published: string | null | undefined, known: string | undefined, findings: Findings) {
  if (known === undefined) return;
  if (known === published) findings.holds(`the ${what} equals the one saved before`);
  else findings.fails(what, `the ${what} is ${published ?? 'missing'} now, and was ${known} before`);
}
