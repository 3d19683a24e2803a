/** A rule of docs/record.md that a record breaks. `leaf`: the one that breaks it; null: no single one. */
export interface Failure {
  readonly rule: number;
  readonly leaf: number | null;
  readonly text: string;
}

/** What a verification finds, in the order in which it runs. */
export type Findings = ReturnType<typeof createFindings>;

/** Many leaves that break one rule are counted; so many of each rule are printed and listed. */
const maxShown = 5;

/** `print`: what is printed may quote the record, so it is escaped. */
export function createFindings(print: (line: string) => void) {
  const write = (line: string): void => print(escapeControl(line));
  const counts = new Map<number, number>();
  const notes = new Map<string, number>();
  const shown: Failure[] = [];
  let skipped = 0;
  return {
    /** This check passed. */
    holds: (text: string): void => write(`holds  ${text}`),
    fails: (rule: number, leaf: number | null, text: string): void => {
      const count = (counts.get(rule) ?? 0) + 1;
      counts.set(rule, count);
      if (count > maxShown + 1) return;
      if (count > maxShown) return write(`FAILS  rule ${rule}: … and further ones, which are only counted`);
      shown.push({ rule, leaf, text: escapeControl(text) });
      write(`FAILS  rule ${rule}: ${leaf === null ? '' : `leaf ${leaf}: `}${text}`);
    },
    /** What should have been checked and could not be. */
    skips: (text: string): void => {
      skipped++;
      write(`SKIPS  ${text}`);
    },
    /** Worth knowing. `kind`: of many of one kind only the first are printed. */
    notes: (text: string, kind?: string): void => {
      const count = (notes.get(kind ?? '') ?? 0) + 1;
      if (kind !== undefined) notes.set(kind, count);
      if (kind === undefined || count <= maxShown) write(`note   ${text}`);
      else if (count === maxShown + 1) write(`note   … and further ${kind}`);
    },
    failures: (): readonly Failure[] => shown,
    countFailures: (): number => [...counts.values()].reduce((sum, count) => sum + count, 0),
    countSkipped: (): number => skipped,
  };
}

/** Longer texts are cut: nothing that is printed of a record has a reason to be longer. */
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
