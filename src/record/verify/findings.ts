/** Findings of a verification, printed as it runs. */
export type Findings = ReturnType<typeof createFindings>;

/**
 * Called with each leaf that breaks a rule of docs/record.md. `rule`: the name under which its
 * failures are counted; `sentence`: what is wrong with the leaf.
 */
export type Report = (index: number, rule: string, sentence: string) => void;

const maxPrintedOfAKind = 5;

/** What is printed may quote the record. */
export function createFindings(write: (line: string) => void) {
  const print = (line: string): void => write(escapeControl(line));
  const counts = new Map<string, number>();
  let skipped = 0;
  return {
    /** This check passed. */
    holds: (sentence: string): void => print(`holds  ${sentence}`),
    /** This check failed; for many of one kind only the first few are printed. */
    fails: (kind: string, sentence: string): void => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count <= maxPrintedOfAKind) print(`FAILS  ${sentence}`);
      if (count === maxPrintedOfAKind) print(`FAILS  … and further ones of this kind are only counted`);
    },
    /** What should have been checked and could not be. */
    skips: (sentence: string): void => {
      skipped++;
      print(`SKIPS  ${sentence}`);
    },
    /** What is worth knowing. */
    notes: (sentence: string): void => print(`note   ${sentence}`),
    skipped: (): number => skipped,
    failures: (): number => [...counts.values()].reduce((sum, count) => sum + count, 0),
  };
}

/** Longer texts of a record are cut: nothing in it that is printed has a reason to be longer. */
const maxLength = 1_500;

/**
 * A text of a record as it may be printed: whatever could move the cursor, colour the terminal or
 * turn the direction of the line is written as its code point.
 */
export function escapeControl(text: string): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return cut.replace(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`,
  );
}
