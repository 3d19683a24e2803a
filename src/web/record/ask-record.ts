import { serverClock } from '../api/server-clock.ts';
import type { Checked, Found, OnProgress, RecordTask } from './check-record.ts';
import { getWorkingStats } from '../session/working-stats.ts';
import type { Continuity } from './saved-checkpoint.ts';

/** `not_found`: no such entry, or no record. `unreadable`: an answer that makes no sense. */
export type RecordErrorCode = 'offline' | 'not_found' | 'unreadable';

export type FromWorker =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'answer'; readonly answer: Checked<keyof Found> }
  | { readonly kind: 'failed'; readonly code: RecordErrorCode };

export class RecordError extends Error {
  readonly code: RecordErrorCode;

  constructor(code: RecordErrorCode) {
    super(code);
    this.code = code;
  }
}

interface Asking {
  readonly abort?: AbortSignal | undefined;
  readonly onProgress?: OnProgress;
}

export type Compared<Kind extends keyof Found> = Checked<Kind> & {
  /** Whether the record continues what this browser has seen of it. */
  readonly continuity: Continuity;
};

/** Has a worker check a part of the record, and compares its checkpoint with the one saved in this browser. */
export async function askRecord<Kind extends keyof Found>(
  kind: Kind,
  details: Omit<Extract<RecordTask, { readonly kind: Kind }>, 'kind' | 'now'>,
  { abort, onProgress }: Asking = {},
): Promise<Compared<Kind>> {
  // Sets the server's clock; without an answer the clock of this device is used.
  await getWorkingStats().catch(() => undefined);
  abort?.throwIfAborted();
  const worker = new Worker(new URL('./record.worker.ts', import.meta.url), { type: 'module' });
  const answer = await new Promise<Checked<Kind>>((resolve, reject) => {
    abort?.addEventListener('abort', () => reject(abort.reason));
    worker.addEventListener('error', () => reject(new RecordError('unreadable')));
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'progress') onProgress?.(data.done);
      else if (data.kind === 'failed') reject(new RecordError(data.code));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker answers the kind of its task
      else resolve(data.answer as Checked<Kind>);
    });
    worker.postMessage({ kind, ...details, now: serverClock.now() });
  }).finally(() => worker.terminate());
  const { saveCheckpoint } = await import('./saved-checkpoint.ts');
  return { ...answer, continuity: await saveCheckpoint(answer.known) };
}
