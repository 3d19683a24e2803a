import { createHash } from 'node:crypto';
import type { PartnerListBody, PartnerListResult } from '#contract/admin/claims.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { type ListedTrader, type PartnerList, parsePartnerList } from '#domain/accounts/partner-list.ts';
import { inTransaction, type Transaction } from '#server/database/connection.ts';
import { BrokerUnavailable } from '#server/integrations/broker/broker.ts';
import { isolateFailures } from '#server/jobs/isolate-failures.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { saveAnswer } from '../broker-answer.ts';
import { type CheckJob, checkQueue } from '../trader-check.ts';
import type { TradersContext } from '../traders-context.ts';
import { findUser } from '../traders.repository.ts';
import {
  findNewestStatement,
  listConfirmedTraders,
  listStatedSince,
  listWaitingClaims,
  saveStatements,
  type ConfirmedTrader,
  type WaitingClaim,
} from './claims.repository.ts';
import { endAsUnknown, requireDecisions } from './decide-claims.ts';

/** The partner's list, of an administrator: what it would change, or what it has changed. */
export async function readPartnerList(
  ctx: TradersContext,
  { adminId, body }: { readonly adminId: string; readonly body: PartnerListBody },
): Promise<PartnerListResult> {
  requireDecisions(ctx);
  const list = parsePartnerList(body.csv, body.columns);
  const exportedAt = new Date(Math.min(Date.parse(body.exportedAt), ctx.clock.now()));
  return inTransaction(ctx.db, async ({ tx }) => {
    const plan = await planList(tx, list, { exportedAt, isComplete: body.isComplete });
    const result = toResult(list, plan, body.apply);
    if (!body.apply) return result;
    const before = { statedAt: toInstantOrNull(await findNewestStatement(tx)) };
    await applyPlan(ctx, tx, plan, exportedAt);
    await writeAudit(tx, {
      actorId: adminId,
      action: 'claims.readList',
      targetId: createHash('sha256').update(body.csv).digest('hex'),
      before,
      after: {
        exportedAt: toInstant(exportedAt.getTime()),
        traders: result.traders,
        confirmed: result.confirmed.count,
        refused: result.refused.count,
        balances: result.balances.changed + result.balances.same,
        invalid: result.invalid.count,
      },
      at: new Date(ctx.clock.now()),
    });
    return result;
  });
}

interface Plan {
  /** Traders of whom nothing newer is known. */
  readonly traders: readonly ListedTrader[];
  readonly outdated: number;
  readonly confirmed: readonly (WaitingClaim & { readonly balance: number })[];
  readonly taken: readonly WaitingClaim[];
  readonly notListed: readonly WaitingClaim[];
  /** Confirmed traders in the list. */
  readonly known: readonly (ConfirmedTrader & { readonly listed: number })[];
  /** Confirmed traders who are not in it. */
  readonly missing: number;
}

async function planList(
  tx: Transaction,
  list: PartnerList,
  { exportedAt, isComplete }: { readonly exportedAt: Date; readonly isComplete: boolean },
): Promise<Plan> {
  const newer = await listStatedSince(tx, exportedAt);
  const [claims, holders] = [await listWaitingClaims(tx), await listConfirmedTraders(tx)];
  const traders = list.traders.filter(({ traderId }) => !newer.has(traderId));
  const balances = new Map(traders.map(({ traderId, balance }) => [traderId, balance]));
  const named = new Set(list.traders.map(({ traderId }) => traderId));
  const confirmed: Plan['confirmed'][number][] = [];
  const taken: WaitingClaim[] = [];
  const chosen = new Set<string>();
  for (const claim of claims) {
    const { traderId } = claim.check;
    const balance = balances.get(traderId);
    if (balance === undefined) continue;
    if (claim.holderId !== null || chosen.has(traderId)) taken.push(claim);
    else confirmed.push({ ...claim, balance });
    chosen.add(traderId);
  }
  return {
    traders,
    outdated: list.traders.length - traders.length,
    confirmed,
    taken,
    notListed: claims.filter(
      ({ check }) =>
        isComplete && check.startedAt < exportedAt && !named.has(check.traderId) && !newer.has(check.traderId),
    ),
    known: holders.flatMap((holder) => {
      const listed = balances.get(holder.traderId);
      return listed === undefined ? [] : [{ ...holder, listed }];
    }),
    missing: holders.filter(({ traderId }) => !named.has(traderId)).length,
  };
}

const maxShown = 100;

function toResult({ invalid }: PartnerList, plan: Plan, isApplied: boolean): PartnerListResult {
  const { traders, confirmed, taken, notListed, known, missing, outdated } = plan;
  const toItem = ({ email, check: { traderId } }: WaitingClaim) => ({ email, traderId });
  const changed = known.filter(({ balance, listed }) => balance !== listed).length;
  const claimed = new Set([...confirmed, ...taken].map(({ check }) => check.traderId));
  const held = new Set(known.map(({ traderId }) => traderId));
  return {
    isApplied,
    traders: traders.length,
    confirmed: toFirst(confirmed.map((claim) => ({ ...toItem(claim), balance: claim.balance }))),
    refused: toFirst([
      ...taken.map((claim) => ({ ...toItem(claim), cause: 'taken' as const })),
      ...notListed.map((claim) => ({ ...toItem(claim), cause: 'not_listed' as const })),
    ]),
    balances: { changed, same: known.length - changed },
    unknown: traders.filter(({ traderId }) => !claimed.has(traderId) && !held.has(traderId)).length,
    missing,
    outdated,
    invalid: toFirst(invalid),
  };
}

const toFirst = <Item>(items: readonly Item[]) => ({ count: items.length, items: items.slice(0, maxShown) });

export const balanceQueue = 'stated-balance';

/** Users whose balance a list states. */
export interface BalanceJob {
  readonly userIds: readonly string[];
}

/** So few that a job ends well within its deadline. */
const usersAJob = 200;

/** The claims and balances in the list are saved by jobs: each as one that the broker answers. */
async function applyPlan(ctx: TradersContext, tx: Transaction, plan: Plan, exportedAt: Date): Promise<void> {
  for (const { check } of plan.notListed) await endAsUnknown(ctx, tx, check, null);
  await saveStatements(tx, plan.traders, exportedAt);
  const checks = [...plan.confirmed, ...plan.taken].map(({ check: { id: checkId, attempts } }) => ({
    data: { checkId, attempts } satisfies CheckJob,
  }));
  const userIds = plan.known.map(({ userId }) => userId);
  const batches = Array.from({ length: Math.ceil(userIds.length / usersAJob) }, (_, index) => ({
    data: { userIds: userIds.slice(index * usersAJob, (index + 1) * usersAJob) } satisfies BalanceJob,
  }));
  if (checks.length > 0) await ctx.jobs.sendAll(tx, checkQueue, checks);
  if (batches.length > 0) await ctx.jobs.sendAll(tx, balanceQueue, batches);
}

/** Idempotent: the job runs again if a user failed, whose failure stops no other. */
export async function saveStatedBalances(ctx: TradersContext, { userIds }: BalanceJob): Promise<void> {
  const [failure] = await isolateFailures(userIds, async (some) => {
    for (const userId of some) await saveStatedBalance(ctx, userId);
  });
  if (failure) throw failure.error;
}

async function saveStatedBalance(ctx: TradersContext, userId: string): Promise<void> {
  const traderId = (await findUser(ctx.db, userId))?.referralId ?? null;
  if (traderId === null) return;
  try {
    const account = await ctx.broker.findTrader(traderId);
    if (account) await saveAnswer(ctx, userId, account);
  } catch (error) {
    // Its statement was deleted meanwhile.
    if (!(error instanceof BrokerUnavailable)) throw error;
  }
}
