import { type NoteSignature, parseSignatureLines } from '#record/signed-note.ts';
import type { WitnessErrorKind } from '#contract/admin/system.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import type { WitnessAddress } from '#server/config/integrations.ts';

/** The body of a witness's `add-checkpoint` call. */
export interface CheckpointSubmission {
  /** Size of the witness's latest checkpoint of this log. */
  readonly oldSize: number;
  /** Base64 of 32-byte hashes: the consistency proof from `oldSize` to the note's size. */
  readonly proof: readonly string[];
  readonly note: string;
}

/** Cosigns checkpoints of the record that continue what it has seen; C2SP tlog-witness. */
export interface Witness {
  /** Its C2SP verifier key. */
  readonly vkey: string;
  /** Rejects with WitnessError. The answer is not verified. */
  addCheckpoint(submission: CheckpointSubmission, stopping: AbortSignal): Promise<WitnessAnswer>;
}

export type WitnessAnswer =
  | { readonly kind: 'cosigned'; readonly signatures: readonly NoteSignature[] }
  /** The old size is not that of the witness's latest checkpoint, which is this one. */
  | { readonly kind: 'other_size'; readonly size: number };

/** The message is for the log. */
export class WitnessError extends Error {
  readonly kind: WitnessErrorKind;
  constructor(kind: WitnessErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WitnessError';
    this.kind = kind;
  }
}

/** All witnesses of the record. */
export interface WitnessSide {
  readonly witnesses: readonly Witness[];
  /** How many cosignatures prove a checkpoint; 0: none is required. */
  readonly quorum: number;
}

/** C2SP signed-note: sixteen signatures, of which some may be post-quantum ones of 5 kB. */
const maxBytes = 128 * 1024;

/** A witness over HTTP. Redirects are not followed and large answers are not read. */
export const httpWitness = ({ vkey, url }: WitnessAddress, timeoutMs = 5_000): Witness => ({
  vkey,
  addCheckpoint: async (submission, stopping) => {
    const { status, type, text } = await post(`${url}/add-checkpoint`, submissionText(submission), {
      signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
    });
    return read(status, type, text);
  },
});

export const submissionText = ({ oldSize, proof, note }: CheckpointSubmission): string =>
  [`old ${oldSize}`, ...proof, '', note].join('\n');

async function post(url: string, body: string, { signal }: { signal: AbortSignal }) {
  try {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    const answer = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal });
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await readText(answer) };
  } catch (error) {
    if (error instanceof WitnessError) throw error;
    const cause = error instanceof Error && error.cause ? `: ${getErrorMessage(error.cause)}` : '';
    throw new WitnessError('no_answer', `${getErrorMessage(error)}${cause}`, { cause: error });
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new WitnessError('invalid_answer', `it answered with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const errorByStatus: Readonly<Record<number, WitnessErrorKind>> = {
  403: 'unknown_key',
  404: 'unknown_log',
  422: 'inconsistent',
};

function read(status: number, type: string, text: string): WitnessAnswer {
  if (status === 200) {
    const signatures = parseSignatureLines(text);
    if (signatures) return { kind: 'cosigned', signatures };
  }
  if (status === 409 && type.startsWith('text/x.tlog.size')) {
    const size = Number(/^(0|[1-9]\d{0,15})\n$/.exec(text)?.[1] ?? Number.NaN);
    if (Number.isSafeInteger(size)) return { kind: 'other_size', size };
  }
  throw new WitnessError(
    errorByStatus[status] ?? 'invalid_answer',
    `it answered ${status}: ${text.trim().slice(0, 200)}`,
  );
}
