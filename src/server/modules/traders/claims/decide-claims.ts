import type { AdminClaims } from '#contract/admin/claims.ts';
import { isId, toInstant, toInstantOrNull } from '#contract/wire.ts';
import { findDeviceName } from '#domain/accounts/find-device.ts';
import { hourMs } from '#domain/time.ts';
import { inTransaction, type Transaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { cutPage, parsePosition, positionCursor } from '#server/http/cursor.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { continueCheck } from '../claim-trader.ts';
import { advanceCheck } from '../trader-check.ts';
import { masked, notifyClaimant } from '../trader-ownership.ts';
import type { TradersContext } from '../traders-context.ts';
import { type CheckRow, findCheck } from '../traders.repository.ts';
import { countClaims, findClaim, findNewestStatement, listClaims, saveStatements } from './claims.repository.ts';

/** The ids that wait for an answer, oldest first. */
export async function readClaims(
  ctx: TradersContext,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<AdminClaims> {
  const { db } = ctx;
  const rows = await listClaims(db, { after: parsePosition(cursor), limit: limit + 1 });
  const { page, next } = cutPage(rows, limit, ({ sentAt, id }) => positionCursor(sentAt, id));
  return {
    items: page.map(({ userAgent, createdAt, sentAt, ...claim }) => ({
      ...claim,
      createdAt: toInstant(createdAt.getTime()),
      sentAt: toInstant(sentAt.getTime()),
      device: findDeviceName(userAgent ?? ''),
    })),
    nextCursor: next,
    total: await countClaims(db),
    list: await readNewestList(ctx),
  };
}

async function readNewestList({ db, clock, config }: TradersContext): Promise<AdminClaims['list']> {
  if (config.broker.kind !== 'manual') return null;
  const { balanceHoldsMs } = config.access;
  const statedAt = await findNewestStatement(db);
  const isOld = statedAt !== null && clock.now() - statedAt.getTime() > balanceHoldsMs;
  return { statedAt: toInstantOrNull(statedAt), holdsHours: balanceHoldsMs / hourMs, isOld };
}

interface Decision {
  readonly adminId: string;
  readonly claimId: string;
}

/** An administrator saw the trader at the partner; the balance counts as one of a list. */
export async function confirmClaim(
  ctx: TradersContext,
  { balance, ...decision }: Decision & { readonly balance: number },
): Promise<void> {
  const at = new Date(ctx.clock.now());
  const claim = await inTransaction(ctx.db, async ({ tx }) => {
    const found = await getClaim(ctx, tx, decision.claimId);
    await saveStatements(tx, [{ traderId: found.traderId, balance, registeredAt: null }], at);
    const after = { trader: masked(found.traderId), balance };
    await writeAudit(tx, { ...toEntry(decision, found), action: 'claim.confirm', before: { trader: null }, after, at });
    return found;
  });
  // If it does not get here, the next step of the check finds what was stated.
  await continueCheck(ctx, claim, { byItself: true });
  if ((await findCheck(ctx.db, claim.id))?.state === 'taken') throw apiError('trader_taken');
}

/** The user reads the reason, on the page of the claim and in a mail. */
export const refuseClaim = (
  ctx: TradersContext,
  { reason, ...decision }: Decision & { readonly reason: string },
): Promise<void> =>
  inTransaction(ctx.db, async ({ tx }) => {
    const claim = await getClaim(ctx, tx, decision.claimId);
    await endAsUnknown(ctx, tx, claim, reason);
    const after = { trader: masked(claim.traderId) };
    const at = new Date(ctx.clock.now());
    await writeAudit(tx, { ...toEntry(decision, claim), action: 'claim.refuse', reason, after, at });
  });

const toEntry = ({ adminId: actorId }: Decision, { userId: targetId }: CheckRow) => ({ actorId, targetId });

/** The reason is null if a complete list does not have the trader. */
export async function endAsUnknown(
  ctx: TradersContext,
  tx: Transaction,
  claim: CheckRow,
  reason: string | null,
): Promise<void> {
  const step = { outcome: 'unknown', answeredAt: null, atLeastMs: 0, reason } as const;
  if (!(await advanceCheck(ctx, tx, claim, step))) throw apiError('not_found');
  const content = { kind: 'id_not_found', traderId: claim.traderId, ...(reason !== null && { reason }) } as const;
  await notifyClaimant(ctx, tx, claim.userId, content);
}

async function getClaim(ctx: TradersContext, tx: Transaction, id: string): Promise<CheckRow> {
  requireDecisions(ctx);
  const claim = isId(id) ? await findClaim(tx, id) : undefined;
  if (!claim) throw apiError('not_found');
  return claim;
}

/** Where the broker answers itself, no administrator does. */
export function requireDecisions({ config }: TradersContext): void {
  if (config.broker.kind !== 'manual') throw apiError('not_found');
}
