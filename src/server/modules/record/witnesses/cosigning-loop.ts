import type { FastifyBaseLogger } from 'fastify';
import { getErrorMessage } from '#domain/caught-error.ts';
import type { WitnessErrorKind } from '#domain/record/witness-error.ts';
import { WitnessError } from '#server/integrations/witness/witness.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { SubmitCheckpoint } from './submit-checkpoint.ts';

interface CosigningLoopDependencies {
  readonly submit: SubmitCheckpoint;
  /** For the log. */
  readonly name: () => string;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
}

export interface CosigningLoop extends Repeating {
  /** Of the last submission; null: it succeeded. */
  lastError(): WitnessErrorKind | null;
}

/** How soon a new checkpoint is noticed. */
const idleMs = 1_000;
/** Between two submissions to the same witness. */
const betweenMs = 10_000;
/** Short enough that a signal of two minutes is proven once the witness is back. */
const maxPauseMs = 60_000;

/**
 * Submits each new checkpoint to one witness, one submission at a time. A witness that is away
 * delays only its cosignatures.
 */
export function createCosigningLoop({ submit, name, after, log }: CosigningLoopDependencies): CosigningLoop {
  let lastError: WitnessErrorKind | null = null;
  let failures = 0;

  /** Each kind of error once, until it changes or ends. */
  const report = (error: unknown): void => {
    const kind = error instanceof WitnessError ? error.kind : 'internal';
    if (kind !== lastError)
      log.warn({ witness: name(), kind, reason: getErrorMessage(error) }, 'a witness did not cosign; retrying');
    lastError = kind;
  };

  const task = async (stopping: AbortSignal): Promise<number> => {
    try {
      if (!(await submit(stopping))) return idleMs;
    } catch (error) {
      if (stopping.aborted) return idleMs;
      report(error);
      return Math.min(maxPauseMs, betweenMs * 2 ** failures++);
    }
    if (lastError !== null) log.info({ witness: name() }, 'a witness cosigns again');
    lastError = null;
    failures = 0;
    return betweenMs;
  };

  const { start, stop } = repeat({ firstAfterMs: 0, everyMs: betweenMs, task, onError: report, after });
  return { start, stop, lastError: () => lastError };
}
