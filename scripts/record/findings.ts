/** What a verification found, told as it goes. */
export interface Findings {
  /** This was checked and is as it should be. */
  holds(sentence: string): void;
  /** This is not as it should be; of many of one kind the first few are told. */
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
