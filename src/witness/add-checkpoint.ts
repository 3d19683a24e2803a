import type { WallClock } from '#domain/clock.ts';
import { parseSubmission } from '#record/add-checkpoint.ts';
import { type Checkpoint, toNote, parseCheckpoint, parseNote, signatureLine } from '#record/checkpoint.ts';
import { parseHandover } from '#record/record-handover.ts';
import { joinSubtrees } from '#record/merkle-tree.ts';
import { isConsistent, type TreeHead } from '#record/proofs.ts';
import { cosign, isSignedBy, parseVkey } from '#node/notes.ts';
import { sha256 } from '#node/sha256.ts';
import type { WitnessKey } from './witness-key.ts';
import type { WatchedLog, WitnessState } from './witness-state.ts';

/** An HTTP answer of C2SP tlog-witness `add-checkpoint`. */
export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly body: string;
}

interface AddCheckpointDependencies {
  readonly key: WitnessKey;
  readonly state: WitnessState;
  readonly clock: WallClock;
  /** Receives a checkpoint that the log signed although it contradicts an earlier one. */
  readonly onContradiction: (note: string) => void;
}

/**
 * Cosigns a checkpoint that its log signed and that is proven to continue the latest one. The state
 * is on disk before the cosignature is returned, and submissions are judged one after the other.
 */
export function createAddCheckpoint({ key, state, clock, onContradiction }: AddCheckpointDependencies) {
  const judge = async (body: string): Promise<WitnessAnswer> => {
    const submission = parseSubmission(body);
    const text = submission && parseNote(submission.note)?.text;
    const checkpoint = text ? parseCheckpoint(text) : null;
    if (!submission || !text || !checkpoint) return refuse(400, 'not an add-checkpoint request');
    const log = state.find(checkpoint.origin);
    if (!log) return refuse(404, 'unknown log');
    if (!isSignedBy(submission.note, log.vkey)) return refuse(403, 'not signed by the key of this log');
    if (submission.oldSize > checkpoint.size) return refuse(400, 'the old size exceeds the checkpoint');
    const latest = getHead(log);
    if (submission.oldSize !== latest.size) return { status: 409, body: `${latest.size}\n` };
    const proof = submission.proof.map((hash) => Buffer.from(hash, 'base64'));
    if (!isConsistent(sha256, latest, treeHead(checkpoint), proof)) {
      onContradiction(submission.note);
      return refuse(422, 'the checkpoint is not proven to continue the latest one');
    }
    const cosignature = cosign(text, key.name, key.privateKey, Math.floor(clock.now() / 1000));
    const own = parseNote(submission.note)?.signatures.filter(({ name }) => name === log.origin) ?? [];
    const note = toNote({ text, signatures: [...own, cosignature] });
    await state.save({ ...log, vkey: nextKey(submission.note, log), note });
    return { status: 200, body: signatureLine(cosignature) };
  };

  let last: Promise<unknown> = Promise.resolve();
  return (body: string): Promise<WitnessAnswer> => {
    const answer = last.then(() => judge(body));
    last = answer.catch(() => undefined);
    return answer;
  };
}

const refuse = (status: 400 | 403 | 404 | 422, reason: string): WitnessAnswer => ({ status, body: `${reason}\n` });

/** The key that signs the log from this checkpoint on: a hand-over is signed by both keys. */
function nextKey(note: string, log: WatchedLog): string {
  const handover = parseHandover(parseNote(note)?.text ?? '');
  if (handover?.from !== log.vkey) return log.vkey;
  const isAccepted = parseVkey(handover.to)?.name === log.origin && isSignedBy(note, handover.to);
  return isAccepted ? handover.to : log.vkey;
}

const treeHead = ({ size, root }: Checkpoint): TreeHead => ({ size, root: Buffer.from(root, 'base64') });

const emptyTree: TreeHead = { size: 0, root: joinSubtrees(sha256, []) };

function getHead({ note }: WatchedLog): TreeHead {
  if (note === null) return emptyTree;
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
  if (!checkpoint) throw new Error('the state was checked when it was read');
  return treeHead(checkpoint);
}
