import type { PublishedDrawAnswer } from '#contract/contest.ts';
import { quicknet } from '#domain/contest/beacon-chain.ts';
import { type Closing, readClosing } from '#domain/contest/contest-closing.ts';
import { type DrawFindings, verifyDraw } from '#record/contest-draw.ts';
import { openNote, parseVkey } from '#node/notes.ts';
import { sha256Hex } from '#node/sha256.ts';
import { RefusedAnswer } from '../record/fetch-answer.ts';
import type { Findings } from '#record/verify/findings.ts';
import type { RecordAddress } from '../record/record-address.ts';
import { checkClosingLeaf, type ClosingDemands } from './check-closing-leaf.ts';

/** Each claim with what is printed when it holds, and when it does not. */
const claims: readonly (readonly [keyof DrawFindings, string, string])[] = [
  [
    'closing',
    'the list was closed within the time that the rules allow',
    'the closing is not of this contest, or not within the time that the rules allow',
  ],
  ['list', 'the list is the one that was closed', 'the list is not the one that was closed'],
  [
    'decisions',
    'every screenshot was decided before the closing, or left undecided until the deadline',
    'a screenshot was decided after the closing, or left undecided before the deadline',
  ],
  ['round', 'the round follows from the closing', 'the round is not the one that follows from the closing'],
  ['beacon', 'the beacon signed the round', 'the beacon did not sign the round'],
  [
    'number',
    'the number follows from the list and the round',
    'the number does not follow from the list and the round',
  ],
  ['winners', 'the winners have the smallest hashes', 'the winners are others'],
];

/**
 * Recomputes every claim of a published draw, and compares its closing with the public record.
 * Returns the closing; null when it is not signed.
 */
export async function checkDraw(
  draw: PublishedDrawAnswer,
  record: RecordAddress,
  demands: ClosingDemands,
  findings: Findings,
): Promise<Closing | null> {
  const found = await verifyDraw(sha256Hex, quicknet, draw);
  for (const [name, good, bad] of claims) {
    if (found[name]) findings.holds(good);
    else findings.fails(name, bad);
  }
  const closing = openClosing(draw.note, demands.key);
  if (closing) {
    findings.holds('the closing is signed with the key of the public record');
    await checkClosingLeaf(closing, record, demands, findings).catch((error: unknown) => {
      if (!(error instanceof RefusedAnswer)) throw error;
      findings.fails('withheld', `an answer is withheld: ${error.message}`);
    });
  } else findings.fails('note', 'the closing is not signed with the key that the record had at that size');
  return closing;
}

function openClosing(note: string, vkey: string): Closing | null {
  const key = parseVkey(vkey);
  const closing = key && readClosing(openNote(note, key) ?? '');
  return closing?.origin === key?.name ? closing : null;
}
