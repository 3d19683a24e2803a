import { createHash, generateKeyPairSync } from 'node:crypto';
import { submissionText } from '#record/add-checkpoint.ts';
import { checkpointText, toNote, parseNote } from '#record/checkpoint.ts';
import { consistencyPath } from '#record/merkle-path.ts';
import { handoverText } from '#record/record-handover.ts';
import { computeRoot } from '#record/merkle-tree.ts';
import { signNote, toPublicBytes, toVkey } from '#node/notes.ts';
import { sha256 } from '#node/sha256.ts';

const makeKey = (origin: string) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    vkey: toVkey({ name: origin, publicKey: toPublicBytes(privateKey) }),
    sign: (text: string) => signNote(text, origin, privateKey),
  };
};

export const aLeaf = (name: string): Buffer => createHash('sha256').update(name).digest();

const rootText = (leaves: readonly Buffer[]): string => Buffer.from(computeRoot(sha256, leaves)).toString('base64');

/** A log whose operator signs anything: any leaves, any history. */
export function createTestLog(origin = 'log.example/record') {
  let key = makeKey(origin);
  const toText = (leaves: readonly Buffer[]): string =>
    checkpointText({ origin, size: leaves.length, root: rootText(leaves) });
  const getProof = (from: number, leaves: readonly Buffer[]): string[] =>
    consistencyPath(from, leaves.length).map((range) => rootText(leaves.slice(range.from, range.to)));
  const note = (leaves: readonly Buffer[]): string => key.sign(toText(leaves));

  return {
    origin,
    vkey: () => key.vkey,
    sign: (text: string) => key.sign(text),
    toText,
    note,
    getProof,
    /** The body of an honest `add-checkpoint` call. */
    body: (from: number, leaves: readonly Buffer[]) =>
      submissionText({ oldSize: from, proof: getProof(from, leaves), note: note(leaves) }),
    /** Goes on under another key; returns the note of the hand-over. */
    handOver: (leaves: readonly Buffer[]): string => {
      const [old, next] = [key, makeKey(origin)];
      const checkpoint = { origin, size: leaves.length, root: rootText(leaves) };
      const text = handoverText({ ...checkpoint, from: old.vkey, to: next.vkey, at: '2026-03-02T12:00:00.000Z' });
      key = next;
      const signatures = [old.sign(text), next.sign(text)].flatMap((one) => parseNote(one)?.signatures ?? []);
      return toNote({ text, signatures });
    },
  };
}
export type TestLog = ReturnType<typeof createTestLog>;

/** Leaves that follow from a seed: another seed is another history. */
export const listLeaves = (size: number, seed = 1): Buffer[] =>
  Array.from({ length: size }, (_, i) => aLeaf(`${seed}:${i}`));
