import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseCheckpoint, parseNote, parseSignatureLines, signatureLine } from '#record/signed-note.ts';
import { joinSubtrees } from '#record/merkle-tree.ts';
import type { TreeHead } from '#record/merkle-path.ts';
import {
  type CheckpointSubmission,
  submissionText,
  type Witness,
  type WitnessAnswer,
  WitnessError,
} from '#server/integrations/witness/witness.ts';
import { cosign, getWitnessId, isSignedBy, toPublicBytes, toWitnessVkey, sha256 } from '#node/notes.ts';
import { closeServer, listenLocally } from '../network/local-server.ts';
import { isConsistent } from './is-consistent.ts';

interface Options {
  readonly name: string;
  readonly now: () => number;
  readonly onCosigned?: (head: TreeHead) => void;
  /** The log signed something that contradicts an earlier checkpoint. */
  readonly onContradiction?: () => void;
}

const emptyTree: TreeHead = { size: 0, root: joinSubtrees(sha256, []) };

/** The rules of C2SP tlog-witness without a disk and a network, which a test makes misbehave. */
export function createFakeWitness({ name, now, onCosigned, onContradiction }: Options) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = { name, publicKey: toPublicBytes(privateKey), privateKey };
  /** By origin: its key and its latest checkpoint. */
  const logs = new Map<string, { readonly vkey: string; readonly latest: TreeHead }>();

  /** Status and body of the answer. */
  const judge = (submitted: string): { readonly status: number; readonly body: string } => {
    const submission = parseSubmission(submitted);
    const signed = submission && parseNote(submission.note)?.text;
    const checkpoint = signed ? parseCheckpoint(signed) : null;
    if (!submission || !signed || !checkpoint) return { status: 400, body: 'not an add-checkpoint request\n' };
    const log = logs.get(checkpoint.origin);
    if (!log) return { status: 404, body: 'unknown log\n' };
    if (!isSignedBy(submission.note, log.vkey)) return { status: 403, body: 'not signed by the key of this log\n' };
    if (submission.oldSize !== log.latest.size) return { status: 409, body: `${log.latest.size}\n` };
    const head = { size: checkpoint.size, root: Buffer.from(checkpoint.root, 'base64') };
    const proof = submission.proof.map((hash) => Buffer.from(hash, 'base64'));
    if (!isConsistent(sha256, log.latest, head, proof)) {
      onContradiction?.();
      return { status: 422, body: 'the checkpoint is not proven to continue the latest one\n' };
    }
    logs.set(checkpoint.origin, { ...log, latest: head });
    onCosigned?.(head);
    return { status: 200, body: signatureLine(cosign(signed, name, privateKey, Math.floor(now() / 1_000))) };
  };

  const kinds = { 403: 'unknown_key', 404: 'unknown_log', 422: 'inconsistent' } as const;
  const ask = async (submission: CheckpointSubmission): Promise<WitnessAnswer> => {
    const { status, body } = judge(submissionText(submission));
    if (status === 200) return { kind: 'cosigned', signatures: parseSignatureLines(body) ?? [] };
    if (status === 409) return { kind: 'other_size', size: Number(body) };
    throw new WitnessError(kinds[status as keyof typeof kinds] ?? 'invalid_answer', body);
  };
  const fake = {
    id: getWitnessId(key),
    vkey: toWitnessVkey(key),
    key,
    judge,
    /** Submissions, in order. */
    asked: [] as CheckpointSubmission[],
    watch: (origin: string, vkey: string) => void logs.set(origin, { vkey, latest: emptyTree }),
    forget: (origin: string) => fake.watch(origin, logs.get(origin)?.vkey ?? ''),
    /** How it answers from now on. */
    answer: ask as (submission: CheckpointSubmission) => Promise<WitnessAnswer>,
    honest: ask,
    witness: {
      vkey: toWitnessVkey(key),
      addCheckpoint: (submission) => {
        fake.asked.push(submission);
        return fake.answer(submission);
      },
    } as Witness,
  };
  return fake;
}
export type FakeWitness = ReturnType<typeof createFakeWitness>;

/** Null when the text has another form. The note itself is not parsed. */
function parseSubmission(submitted: string): CheckpointSubmission | null {
  const blank = submitted.indexOf('\n\n');
  const [first = '', ...proof] = submitted.slice(0, Math.max(0, blank)).split('\n');
  const oldSize = Number(/^old (0|[1-9]\d{0,15})$/.exec(first)?.[1] ?? Number.NaN);
  const isProof = proof.length <= 63 && proof.every((line) => /^[A-Za-z0-9+/]{43}=$/.test(line));
  return Number.isSafeInteger(oldSize) && isProof ? { oldSize, proof, note: submitted.slice(blank + 2) } : null;
}

/** Over HTTP, on a port of this machine; 0: a free one. */
export async function serveWitness({ judge }: Pick<FakeWitness, 'judge'>, port = 0) {
  const server = createServer((request, response) => {
    void text(request).then((submitted) => {
      const { status, body } = judge(submitted);
      response.writeHead(status, { 'content-type': status === 409 ? 'text/x.tlog.size' : 'text/plain' }).end(body);
    });
  });
  const used = await listenLocally(server, { port });
  return { url: `http://127.0.0.1:${used}`, close: () => closeServer(server) };
}
