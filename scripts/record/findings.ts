/** Findings of a verification, printed as it runs. */
export interface Findings {
  /** This check passed. */
  holds(sentence: string): void;
  /** This check failed; for many of one kind only the first few are printed. */
  fails(kind: string, sentence: string): void;
  /** What could not be checked, and why. */
  notes(sentence: string): void;
  failures(): number;
}

const maxPrintedOfAKind = 5;

export function createFindings(print: (line: string) => void): Findings {
  const counts = new Map<string, number>();
  return {
    holds: (sentence) => print(`holds  ${sentence}`),
    fails: (kind, sentence) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count <= maxPrintedOfAKind) print(`FAILS  ${sentence}`);
      if (count === maxPrintedOfAKind) print(`FAILS  … and further ones of this kind are only counted`);
    },
    notes: (sentence) => print(`note   ${sentence}`),
    failures: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
  };
}
