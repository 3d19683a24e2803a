import type { PublishedDrawAnswer } from '#contract/contest.ts';
import { isClosingLeaf, readClosing } from '#domain/contest/contest-closing.ts';
import { parseNote } from '#record/checkpoint.ts';
import { checkEntry } from '#web/record/check/check-entry.ts';
import { isEntryContradicted } from '#web/record/check/is-contradicted.ts';

/**
 * Whether the closing of a draw is on the public record. `older`: closed by a release without that
 * leaf. `unread`: the record could not be read.
 */
export type OnRecord = 'recorded' | 'contradicted' | 'older' | 'unread';

/** The leaf that the server names; that no earlier one exists is checked by `npm run verify-draw`. */
export async function findOnRecord({ leaf, note }: Pick<PublishedDrawAnswer, 'leaf' | 'note'>): Promise<OnRecord> {
  if (leaf === null) return 'older';
  const checked = await checkEntry(String(leaf), new AbortController().signal);
  if (checked.kind === 'withheld' || checked.kind === 'not_found') return 'contradicted';
  if (checked.kind !== 'checked') return 'unread';
  const { findings } = checked;
  const closing = readClosing(parseNote(note)?.text ?? '');
  const isOwn = closing && findings.entry.leaves.every((one) => one.leaf && isClosingLeaf(one.leaf, closing));
  const isMisplaced = findings.around.violations.some(
    ({ kind }) => kind === 'closing_twice' || kind === 'closing_time',
  );
  if (!isOwn || isMisplaced || isEntryContradicted(findings)) return 'contradicted';
  return 'recorded';
}
