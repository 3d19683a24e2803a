import { minuteMs } from '#domain/time.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';

/** Spaces calls evenly, so that a service with a limit per minute never has to refuse one. */
export interface CallPacer {
  /** Resolves when the next call may be made, in the order of the requests. */
  turn(): Promise<void>;
}

interface CallPacerOptions {
  readonly callsPerMinute: number;
  readonly scheduler: Scheduler;
  /** When it aborts, waiting calls are rejected. */
  readonly signal: AbortSignal;
}

interface Waiting {
  proceed(): void;
  reject(error: Error): void;
}

export function createCallPacer({ callsPerMinute, scheduler, signal }: CallPacerOptions): CallPacer {
  const spacingMs = minuteMs / callsPerMinute;
  const waiting: Waiting[] = [];
  /** Set until the next call may be made. */
  let cancelPause: (() => void) | null = null;

  function next(): void {
    cancelPause = null;
    const call = waiting.shift();
    if (!call) return;
    call.proceed();
    cancelPause = scheduler.after(spacingMs, next);
  }

  signal.addEventListener('abort', () => {
    cancelPause?.();
    for (const call of waiting.splice(0)) call.reject(new Error('stopped'));
  });

  return {
    turn: () => {
      if (signal.aborted) return Promise.reject(new Error('stopped'));
      return new Promise((proceed, reject) => {
        waiting.push({ proceed, reject });
        if (cancelPause === null) next();
      });
    },
  };
}
