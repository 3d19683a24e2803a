import { randomUUID } from 'node:crypto';
import { hourMs } from '#domain/time.ts';
import type { Transaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { TradersContext } from './traders-context.ts';
import {
  type CheckRow,
  endRunningCheck,
  findRunningCheck,
  findUserForUpdate,
  insertCheck,
  updateCheck,
} from './traders.repository.ts';

export const checkQueue = 'trader-check';

/** Identifies one step of a check; a step that was already executed is skipped. */
export interface CheckJob {
  readonly checkId: string;
  readonly attempts: number;
}

/** The state after a step by its outcome; `same`: the check stays in the state it is in. */
const stateAfter = {
  unknown: 'not_found',
  confirmed: 'confirmed',
  taken: 'taken',
  refused: 'given_up',
  enough: 'verified',
  low: 'below_minimum',
  unreadable: 'same',
  unavailable: 'same',
} as const satisfies Record<string, CheckRow['state'] | 'same'>;

export interface Step {
  readonly outcome: keyof typeof stateAfter;
  /** When the broker stated a balance; null: it stated none. */
  readonly answeredAt: Date | null;
  /** Min delay requested by the broker; 0: none. */
  readonly atLeastMs: number;
  /** To the user, of an administrator; absent: the broker decided. */
  readonly reason?: string;
}

/** States in which a check is repeated; the others end it. */
const runningStates: readonly CheckRow['state'][] = ['checking', 'below_minimum'];

interface NewCheck extends Partial<CheckRow> {
  readonly userId: string;
  readonly kind: CheckRow['kind'];
  readonly traderId: string;
}

/** Starts a check and ends the running one; after the first delay it continues in the background. */
export async function beginCheck(ctx: TradersContext, tx: Transaction, wanted: NewCheck): Promise<CheckRow> {
  const now = ctx.clock.now();
  const first = nextCheckAt({ startedAt: now, attempts: 0, atLeastMs: 0, lastsMs: hourMs }, now) ?? now;
  const base = { id: randomUUID(), state: 'checking' as const, answeredAt: null, attempts: 0, reason: null };
  const check: CheckRow = { ...base, ...wanted, startedAt: new Date(now), nextAt: new Date(first) };
  // Row lock on the user: serialises concurrent calls and rejects a deleted account.
  if ((await findUserForUpdate(tx, wanted.userId))?.deletedAt) throw apiError('unauthenticated');
  if (waitsForAdministrator(ctx, wanted.kind)) {
    const waiting = await findRunningCheck(tx, wanted.userId);
    // Sent again, a claim keeps its place among those that wait.
    if (waiting?.kind === wanted.kind && waiting.traderId === wanted.traderId) return waiting;
  }
  await endRunningCheck(tx, wanted.userId, null);
  await insertCheck(tx, check);
  await schedule(ctx, tx, check, first);
  return check;
}

/** Adds a claim that was rejected because another user has the trader; ends the running check. */
export async function addTakenClaim(
  { clock }: TradersContext,
  tx: Transaction,
  claim: { readonly userId: string; readonly traderId: string },
): Promise<void> {
  const at = new Date(clock.now());
  const ended = { state: 'taken' as const, startedAt: at, answeredAt: at, attempts: 1, nextAt: null, reason: null };
  await endRunningCheck(tx, claim.userId, null);
  await insertCheck(tx, { id: randomUUID(), kind: 'claim', ...claim, ...ended });
}

/**
 * Ends the check, or schedules its next step; one that had no answer for an hour is given up, unless
 * an administrator is to answer it. False: another process advanced it.
 */
export async function advanceCheck(
  ctx: TradersContext,
  tx: Transaction,
  check: CheckRow,
  step: Step,
): Promise<boolean> {
  const after = stateAfter[step.outcome];
  const state = after === 'same' ? check.state : after;
  const isRunning = runningStates.includes(state);
  const attempts = check.attempts + 1;
  const now = ctx.clock.now();
  const lastsMs = waitsForAdministrator(ctx, check.kind) ? Number.POSITIVE_INFINITY : hourMs;
  const soFar = { startedAt: check.startedAt.getTime(), attempts, atLeastMs: step.atLeastMs, lastsMs };
  const next = isRunning ? nextCheckAt(soFar, now) : null;
  const isOurs = await updateCheck(tx, check, {
    state: state === 'checking' && next === null ? 'given_up' : state,
    answeredAt: isRunning ? (step.answeredAt ?? check.answeredAt) : new Date(now),
    attempts,
    nextAt: next === null ? null : new Date(next),
    reason: step.reason ?? null,
  });
  if (isOurs && next !== null) await schedule(ctx, tx, { id: check.id, attempts }, next);
  return isOurs;
}

/** Whether such a check ends by an administrator or a list of the partner only, whenever that is. */
const waitsForAdministrator = ({ config }: TradersContext, kind: CheckRow['kind']): boolean =>
  config.broker.kind === 'manual' && kind === 'claim';

const schedule = (
  { jobs }: TradersContext,
  tx: Transaction,
  { id, attempts }: { readonly id: string; readonly attempts: number },
  at: number,
) => jobs.send(tx, checkQueue, { checkId: id, attempts } satisfies CheckJob, { startAfter: new Date(at) });

/** Seconds between attempts: short at first, while the user is watching the page. */
const pausesS = [5, 10, 20, 40, 60, 120, 300] as const;

interface CheckSoFar {
  readonly startedAt: number;
  /** Number of attempts so far. */
  readonly attempts: number;
  readonly atLeastMs: number;
  /** After this time no further attempt is made. */
  readonly lastsMs: number;
}

/** Time of the next attempt, milliseconds UTC; null: the check has run for long enough. */
export function nextCheckAt({ startedAt, attempts, atLeastMs, lastsMs }: CheckSoFar, now: number): number | null {
  const pauseMs = (pausesS[Math.min(attempts, pausesS.length - 1)] ?? 0) * 1000;
  const next = now + Math.max(pauseMs, atLeastMs);
  return next - startedAt <= lastsMs ? next : null;
}
