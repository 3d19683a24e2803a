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

const toldOfAKind = 5;

export function createFindings(tell: (line: string) => void): Findings {
  const counts = new Map<string, number>();
  return {
    holds: (sentence) => tell(`holds  ${sentence}`),
    fails: (kind, sentence) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count <= toldOfAKind) tell(`FAILS  ${sentence}`);
      if (count === toldOfAKind) tell(`FAILS  … and further ones of this kind are only counted`);
    },
    notes: (sentence) => tell(`note   ${sentence}`),
    failures: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
  };
}
