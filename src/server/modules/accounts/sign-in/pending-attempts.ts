import type { AttemptLimit, AttemptResult, Reservation } from '#server/database/attempts.ts';
import { ApiError } from '#server/http/api-error.ts';
import type { Platform } from '#server/start/platform.ts';

interface PendingAttemptsDependencies extends Pick<Platform, 'clock' | 'attempts'> {
  readonly pause: (ms: number) => Promise<void>;
}

const maxWaitMs = 5_000;
const pollMs = 50;

/** Attempts whose result is not known yet: they count like failures until they are settled. */
export function createPendingAttempts({ attempts, clock, pause }: PendingAttemptsDependencies) {
  const inTurn = createLines();

  const poll = async (what: string, who: string, limit: AttemptLimit, until: number): Promise<Reservation> => {
    for (;;) {
      const reservation = await attempts.reserve(what, who, limit);
      if (!isWorthWaiting(reservation, limit)) return reservation;
      if (clock.now() >= until) return { ...reservation, secondsLeft: 1 };
      await pause(pollMs);
    }
  };

  return {
    /** Waits a bounded time while there is room but for attempts that are still pending. */
    reserveInLine: async (what: string, who: string, limit: AttemptLimit): Promise<Reservation> => {
      const until = clock.now() + maxWaitMs;
      const first = await attempts.reserve(what, who, limit);
      if (!isWorthWaiting(first, limit)) return first;
      return inTurn(`${what} ${who}`, () => poll(what, who, limit, until));
    },
    /** Runs an admitted attempt; its error counts as a failure unless the server is to blame. */
    settle: async <T>(what: string, who: string, onSuccess: AttemptResult, attempt: () => Promise<T>): Promise<T> => {
      try {
        const result = await attempt();
        await attempts.settle(what, who, onSuccess);
        return result;
      } catch (error) {
        await attempts.settle(what, who, isOfServer(error) ? 'withdrawn' : 'failed');
        throw error;
      }
    },
  };
}

const isWorthWaiting = ({ isAdmitted, count, pending }: Reservation, { max }: AttemptLimit): boolean =>
  !isAdmitted && count - pending < max;

const isOfServer = (error: unknown): boolean => !(error instanceof ApiError) || error.statusCode >= 500;

/** Of each line only the first polls the database, so that a flood costs no more than one caller. */
function createLines() {
  const lines = new Map<string, Promise<void>>();
  return async <T>(line: string, job: () => Promise<T>): Promise<T> => {
    const result = (lines.get(line) ?? Promise.resolve()).then(job);
    const end = result.then(
      () => undefined,
      () => undefined,
    );
    lines.set(line, end);
    await end;
    if (lines.get(line) === end) lines.delete(line);
    return result;
  };
}
