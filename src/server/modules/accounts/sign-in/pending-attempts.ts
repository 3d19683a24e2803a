import type { AttemptLimit, AttemptResult, Reservation } from '#server/database/attempts.ts';
import { ApiError } from '#server/http/api-error.ts';
import type { AccountsContext } from '../accounts-context.ts';

// Attempts whose result is not known yet count like failures until they are settled.

const maxWaitMs = 5_000;
const pollMs = 50;

/** Waits a bounded time while there is room but for attempts that are still pending. */
export async function reserveInLine(
  ctx: AccountsContext,
  what: string,
  who: string,
  limit: AttemptLimit,
): Promise<Reservation> {
  const { attempts, clock, pause } = ctx;
  const until = clock.now() + maxWaitMs;
  const first = await attempts.reserve(what, who, limit);
  if (!isWorthWaiting(first, limit)) return first;
  return inTurn(ctx, `${what} ${who}`, async () => {
    for (;;) {
      const reservation = await attempts.reserve(what, who, limit);
      if (!isWorthWaiting(reservation, limit)) return reservation;
      if (clock.now() >= until) return { ...reservation, secondsLeft: 1 };
      await pause(pollMs);
    }
  });
}

const isWorthWaiting = ({ isAdmitted, count, pending }: Reservation, { max }: AttemptLimit): boolean =>
  !isAdmitted && count - pending < max;

/** Of each line only the first polls the database, so that a flood costs no more than one caller. */
async function inTurn<T>({ attemptLines: lines }: AccountsContext, line: string, job: () => Promise<T>): Promise<T> {
  const result = (lines.get(line) ?? Promise.resolve()).then(job);
  const end = result.then(
    () => undefined,
    () => undefined,
  );
  lines.set(line, end);
  await end;
  if (lines.get(line) === end) lines.delete(line);
  return result;
}

/** Runs an admitted attempt; its error counts as a failure unless the server is to blame. */
export async function settleAttempt<T>(
  { attempts }: AccountsContext,
  what: string,
  who: string,
  onSuccess: AttemptResult,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    const result = await attempt();
    await attempts.settle(what, who, onSuccess);
    return result;
  } catch (error) {
    await attempts.settle(what, who, isOfServer(error) ? 'withdrawn' : 'failed');
    throw error;
  }
}

const isOfServer = (error: unknown): boolean => !(error instanceof ApiError) || error.statusCode >= 500;
