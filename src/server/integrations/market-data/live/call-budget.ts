import type { MarketClock } from '#domain/time.ts';
import {
  type CallPriority,
  type CallsLeft,
  type CallWindow,
  callPriorities,
  countAllowed,
} from '#server/integrations/market-data/market-data.ts';
import { noTimer, type Scheduler } from '#server/jobs/scheduler.ts';

interface CallBudgetOptions {
  readonly windows: readonly CallWindow[];
  readonly clock: MarketClock;
  readonly scheduler: Scheduler;
  /** When it aborts, waiting calls are rejected. */
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly priority: CallPriority;
  proceed(): void;
  reject(error: Error): void;
}

/**
 * The calls for history of one feed: no call exceeds one of its limits, and a more urgent one goes
 * first. The less urgent leave a share of each limit free, so that a gap can be repaired at once.
 */
export function createCallBudget({ windows, clock, scheduler, signal }: CallBudgetOptions) {
  const longestMs = Math.max(...windows.map(({ ms }) => ms));
  let waiting: readonly Waiting[] = [];
  /** Instants of the calls in the longest window, oldest first. */
  let made: readonly number[] = [];
  let cancelWait = noTimer;

  /** Milliseconds until a call of this priority fits into every window. */
  function getDelayMs(priority: CallPriority, now: number): number {
    const delays = windows.map((window) => {
      const recent = made.filter((at) => at > now - window.ms);
      const blocking = recent[recent.length - countAllowed(window, priority)];
      return blocking === undefined ? 0 : blocking + window.ms - now;
    });
    return Math.max(0, ...delays);
  }

  function serve(): void {
    cancelWait();
    const now = clock.now();
    // An instant in the future was measured before the clock was set back.
    made = made.filter((at) => at > now - longestMs && at <= now);
    for (const priority of callPriorities)
      for (const call of waiting.filter((one) => one.priority === priority)) {
        const delayMs = getDelayMs(priority, now);
        if (delayMs > 0) {
          // Less urgent calls have no more room than this one.
          cancelWait = scheduler.after(delayMs, serve);
          return;
        }
        made = [...made, now];
        waiting = waiting.filter((one) => one !== call);
        call.proceed();
      }
  }

  signal.addEventListener('abort', () => {
    cancelWait();
    for (const call of waiting) call.reject(new Error('stopped'));
    waiting = [];
  });

  return {
    /** Resolves when the call may be made; rejects at a stop of the feed or of the caller. */
    takeTurn: (priority: CallPriority = 'recent', caller?: AbortSignal): Promise<void> => {
      if (signal.aborted || caller?.aborted) return Promise.reject(new Error('stopped'));
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const call = { priority, proceed: resolve, reject };
      const leave = (): void => {
        waiting = waiting.filter((one) => one !== call);
        reject(new Error('stopped'));
        serve();
      };
      caller?.addEventListener('abort', leave);
      waiting = [...waiting, call];
      serve();
      return promise.finally(() => caller?.removeEventListener('abort', leave));
    },
    /** What each of its limits still allows now. */
    countLeft: (): readonly CallsLeft[] => {
      const now = clock.now();
      return windows.map((window) => ({
        ...window,
        left: Math.max(0, window.calls - made.filter((at) => at > now - window.ms && at <= now).length),
      }));
    },
  };
}
