import type { PublishedDrawAnswer } from '#contract/contest.ts';
import { verifyDraw } from '#domain/contest/contest-draw.ts';
import { hashText } from '#server/modules/contest/hash-text.ts';
import { openNote, readVkey } from '#server/modules/record/signed-note.ts';
import type { RecordKeyTerm } from '#domain/record/record-handover.ts';
import { verifyKeyChain } from '../record/key-chain.ts';
import type { Findings } from '../record/findings.ts';

/** Recomputes every claim of a published draw and verifies the signature of its list. */
export async function checkDraw(
  draw: PublishedDrawAnswer,
  keys: readonly RecordKeyTerm[],
  findings: Findings,
): Promise<void> {
  const found = await verifyDraw(hashText, draw);
  const { length } = draw.entries;
  const claims: readonly (readonly [boolean, string, string])[] = [
    [
      found.seed,
      'the seed is the one that was committed to before the contest',
      'the seed is not that of the commitment',
    ],
    [found.list, `the list of ${length} entries has the hash that was published`, 'the list does not have its hash'],
    [found.number, 'the number follows from the seed, the list and the beacon', 'the number does not follow from them'],
    [found.winners, `the winners have the smallest hashes of ${length}`, 'the winners are others'],
  ];
  for (const [holds, good, bad] of claims) {
    if (holds) findings.holds(good);
    else findings.fails('draw', bad);
  }
  await verifyKeyChain(keys, findings);
  checkNote(draw, keys, findings);
}

function checkNote(
  { contest, entries, listHash, commitment, note }: PublishedDrawAnswer,
  keys: readonly RecordKeyTerm[],
  findings: Findings,
) {
  const key = keys.flatMap(({ vkey }) => readVkey(vkey) ?? []).find((one) => openNote(note, one) !== null);
  const text = key && openNote(note, key);
  if (!key || !text) return findings.fails('note', 'the list is not signed with the record key');
  const stated = [`contest ${contest}`, `entries ${entries.length}`, `list ${listHash}`, `commitment ${commitment}`];
  const expected = [`${key.name}/contest`, ...stated, ''].join('\n');
  if (text === expected) findings.holds('the list was signed with the key of the public record');
  else findings.fails('note', 'the signed note states another list');
}
