import { randomUUID } from 'node:crypto';
import { hourMs } from '#domain/time.ts';
import type { Transaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { TradersContext } from './traders-context.ts';
import { type CheckRow, findUserForUpdate, insertCheck, lockRunningCheck, updateCheck } from './traders.repository.ts';

export const checkQueue = 'trader-check';

/** Identifies one step of a check; a step that was already executed is skipped. */
export interface CheckJob {
  readonly checkId: string;
  readonly attempts: number;
}

/**
 * The states of a check, and which one follows when something happens in it; nothing happens in a state
 * that is not named here, because it ends the check.
 */
const transitions = {
  /** It is not stored yet. */
  none: { begun: 'checking', low: 'below_minimum', confirmed: 'confirmed', unknown: 'not_found', taken: 'taken' },
  checking: {
    unanswered: 'checking',
    confirmed: 'confirmed',
    unknown: 'not_found',
    taken: 'taken',
    refused: 'given_up',
    enough: 'verified',
    low: 'below_minimum',
    expired: 'given_up',
    superseded: 'given_up',
  },
  /** The user may be topping up; once it has expired it stays in this state, and has ended. */
  below_minimum: {
    unanswered: 'below_minimum',
    unknown: 'not_found',
    enough: 'verified',
    low: 'below_minimum',
    expired: 'below_minimum',
    superseded: 'given_up',
  },
} as const satisfies Partial<Record<CheckRow['state'] | 'none', Partial<Record<string, CheckRow['state']>>>>;

type CheckEvent = keyof (typeof transitions)['checking'] | 'begun';

function nextState(from: CheckRow['state'] | 'none', event: CheckEvent): CheckRow['state'] {
  const next: Partial<Record<CheckEvent, CheckRow['state']>> = canGoOn(from) ? transitions[from] : {};
  const found = next[event];
  if (!found) throw new Error(`a check that is ${from} cannot be ${event}`);
  return found;
}

const canGoOn = (state: CheckRow['state'] | 'none'): state is keyof typeof transitions => state in transitions;

/** What the broker, an administrator or a list says to a check. */
export interface Step {
  readonly outcome: Exclude<CheckEvent, 'begun' | 'expired' | 'superseded'>;
  /** When the broker stated a balance; null: it stated none. */
  readonly answeredAt: Date | null;
  /** Min delay requested by the broker; 0: none. */
  readonly atLeastMs: number;
  /** The reason of an administrator, which the user reads; null: the broker or a list decided. */
  readonly reason: string | null;
}

type NewCheck = Pick<CheckRow, 'userId' | 'kind' | 'traderId'>;

/**
 * Starts a check and ends the running one; after the first delay it continues in the background. `lowAt`:
 * when the broker stated a balance that is too low; null: it has stated nothing yet.
 */
export async function beginCheck(
  ctx: TradersContext,
  tx: Transaction,
  wanted: NewCheck,
  lowAt: Date | null,
): Promise<CheckRow> {
  // Row lock on the user: serialises concurrent calls and rejects a deleted account.
  if ((await findUserForUpdate(tx, wanted.userId))?.deletedAt) throw apiError('unauthenticated');
  const running = await lockRunningCheck(tx, wanted.userId);
  // A claim that is sent again stays in the queue where it is.
  if (running && waitsForAdministrator(ctx, wanted.kind) && isSame(running, wanted)) return running;
  if (running) await endCheck(tx, running, 'superseded', running.answeredAt);
  const now = ctx.clock.now();
  const next = nextCheckAt({ startedAt: now, attempts: 0, atLeastMs: 0, lastsMs: hourMs }, now) ?? now;
  const state = nextState('none', lowAt ? 'low' : 'begun');
  const base = { id: randomUUID(), state, answeredAt: lowAt, attempts: 0, reason: null };
  const check: CheckRow = { ...base, ...wanted, startedAt: new Date(now), nextAt: new Date(next) };
  await insertCheck(tx, check);
  await schedule(ctx, tx, check, next);
  return check;
}

const isSame = (check: CheckRow, { kind, traderId }: Omit<NewCheck, 'userId'>): boolean =>
  check.kind === kind && check.traderId === traderId;

/**
 * Stores the broker's answer to a claim whose user waits for it. The running check of this claim ends with
 * it. That of another trader is superseded, and the answer is a check of its own, as it is whenever the
 * trader is taken.
 */
export async function endClaim(
  ctx: TradersContext,
  tx: Transaction,
  claim: Omit<NewCheck, 'kind'>,
  outcome: 'confirmed' | 'unknown' | 'taken',
): Promise<void> {
  const wanted = { kind: 'claim', ...claim } as const;
  const at = new Date(ctx.clock.now());
  const running = await lockRunningCheck(tx, claim.userId);
  if (running && isSame(running, wanted)) return endCheck(tx, running, outcome, at);
  if (running) await endCheck(tx, running, 'superseded', running.answeredAt);
  if (!running && outcome !== 'taken') return;
  const ended = { startedAt: at, answeredAt: at, attempts: 1, nextAt: null, reason: null };
  await insertCheck(tx, { id: randomUUID(), ...wanted, state: nextState('none', outcome), ...ended });
}

/** Ends the running check of a user who has lost the trader. */
export async function supersedeCheck(tx: Transaction, userId: string): Promise<void> {
  const running = await lockRunningCheck(tx, userId);
  if (running) await endCheck(tx, running, 'superseded', running.answeredAt);
}

async function endCheck(tx: Transaction, check: CheckRow, event: CheckEvent, answeredAt: Date | null): Promise<void> {
  await updateCheck(tx, check, { state: nextState(check.state, event), answeredAt, nextAt: null });
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
  const state = nextState(check.state, step.outcome);
  const goesOn = canGoOn(state);
  const attempts = check.attempts + 1;
  const now = ctx.clock.now();
  const lastsMs = waitsForAdministrator(ctx, check.kind) ? Number.POSITIVE_INFINITY : hourMs;
  const soFar = { startedAt: check.startedAt.getTime(), attempts, atLeastMs: step.atLeastMs, lastsMs };
  const next = goesOn ? nextCheckAt(soFar, now) : null;
  const isOurs = await updateCheck(tx, check, {
    state: goesOn && next === null ? nextState(state, 'expired') : state,
    answeredAt: goesOn ? (step.answeredAt ?? check.answeredAt) : new Date(now),
    attempts,
    nextAt: next === null ? null : new Date(next),
    reason: step.reason,
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
