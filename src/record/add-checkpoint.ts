/** The body of a witness's `add-checkpoint` call, C2SP tlog-witness. */
export interface CheckpointSubmission {
  /** Size of the witness's latest checkpoint of this log. */
  readonly oldSize: number;
  /** Base64 of 32-byte hashes: the consistency proof from `oldSize` to the note's size. */
  readonly proof: readonly string[];
  readonly note: string;
}

const maxProofLines = 63;

export const submissionText = ({ oldSize, proof, note }: CheckpointSubmission): string =>
  [`old ${oldSize}`, ...proof, '', note].join('\n');

/** Null when the text has another form. The note itself is not parsed. */
export function parseSubmission(text: string): CheckpointSubmission | null {
  const blank = text.indexOf('\n\n');
  const [first = '', ...proof] = text.slice(0, Math.max(0, blank)).split('\n');
  const oldSize = Number(/^old (0|[1-9]\d{0,15})$/.exec(first)?.[1] ?? Number.NaN);
  const isProof = proof.length <= maxProofLines && proof.every((line) => /^[A-Za-z0-9+/]{43}=$/.test(line));
  return Number.isSafeInteger(oldSize) && isProof ? { oldSize, proof, note: text.slice(blank + 2) } : null;
}
