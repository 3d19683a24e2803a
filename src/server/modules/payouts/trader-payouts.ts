import { and, eq, sql } from 'drizzle-orm';
import type { ChangePayoutsBody, PayoutEntry, Payouts } from '#contract/payout.ts';
import { toInstant } from '#contract/wire.ts';
import type { WallClock } from '#domain/time.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connection.ts';
import { lockAccount } from '#server/database/locks.ts';
import { payouts } from '#server/database/tables/payout-tables.ts';
import { apiError } from '#server/http/api-error.ts';
import type { TraderPayouts } from './payouts.api.ts';

type PayoutRow = typeof payouts.$inferSelect;

export interface PayoutsContext {
  readonly db: Database;
  readonly clock: WallClock;
  /** The operator's PAYOUT, as a share: of those who said nothing. */
  readonly payout: number;
  readonly symbols: readonly string[];
  /** What the broker states of a pair now; null: nothing. */
  readonly findStated: (symbol: string) => StatedPayout | null;
}

/** `at`: when it was read, milliseconds UTC. */
export interface StatedPayout {
  readonly percent: number;
  readonly at: number;
}

/** As the trader sees and changes them. */
export async function readOwnPayouts(ctx: PayoutsContext, userId: string): Promise<Payouts> {
  const rows = await listPayoutRows(ctx.db, [userId]);
  return {
    default: findDefault(ctx, rows),
    bySymbol: Object.fromEntries(
      ctx.symbols.flatMap((symbol) => {
        const entry = findOwnEntry(ctx, rows, symbol);
        return entry ? [[symbol, entry]] : [];
      }),
    ),
  };
}

export async function changePayouts(ctx: PayoutsContext, userId: string, change: ChangePayoutsBody): Promise<Payouts> {
  const { default: percent, bySymbol = {} } = change;
  const updatedAt = new Date(ctx.clock.now());
  await inTransaction(ctx.db, async ({ tx }) => {
    if (!(await lockAccount(tx, userId))) throw apiError('unauthenticated');
    if (percent !== undefined) await upsertPayout(tx, { userId, symbol: null, percent, updatedAt });
    for (const [symbol, own] of Object.entries(bySymbol)) {
      if (own === null) await deletePayout(tx, userId, symbol);
      else await upsertPayout(tx, { userId, symbol, percent: own, updatedAt });
    }
  });
  return readOwnPayouts(ctx, userId);
}

export async function listPayouts(
  ctx: PayoutsContext,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, TraderPayouts>> {
  const rows = Map.groupBy(await listPayoutRows(ctx.db, userIds), ({ userId }) => userId);
  const known = new Map<string, TraderPayouts>();
  const share = (own: readonly PayoutRow[]): TraderPayouts => {
    const key = own.map(({ symbol, percent }) => `${symbol}=${percent}`).join(' ');
    const shared = known.get(key) ?? toTraderPayouts(ctx, own);
    known.set(key, shared);
    return shared;
  };
  return new Map(userIds.map((userId) => [userId, share(rows.get(userId) ?? [])]));
}

function toTraderPayouts(ctx: PayoutsContext, rows: readonly PayoutRow[]): TraderPayouts {
  const usual = findDefault(ctx, rows).percent / 100;
  return {
    default: usual,
    on: (symbol) => {
      const entry = findOwnEntry(ctx, rows, symbol);
      return entry ? entry.percent / 100 : usual;
    },
  };
}

function findDefault({ payout }: PayoutsContext, rows: readonly PayoutRow[]): PayoutEntry {
  const row = rows.find(({ symbol }) => symbol === null);
  return row ? toEntry(row) : { percent: Math.round(100 * payout), updatedAt: null, statedBy: 'default' };
}

/** The broker's own comes first: it is what the trade will be paid. */
function findOwnEntry({ findStated }: PayoutsContext, rows: readonly PayoutRow[], symbol: string): PayoutEntry | null {
  const stated = findStated(symbol);
  if (stated) return { percent: stated.percent, updatedAt: toInstant(stated.at), statedBy: 'broker' };
  const row = rows.find((one) => one.symbol === symbol);
  return row ? toEntry(row) : null;
}

const toEntry = ({ percent, updatedAt }: PayoutRow): PayoutEntry => ({
  percent,
  updatedAt: toInstant(updatedAt.getTime()),
  statedBy: 'trader',
});

const listPayoutRows = (db: Database, userIds: readonly string[]): Promise<PayoutRow[]> =>
  db
    .select()
    .from(payouts)
    .where(sql`${payouts.userId} = any(${sql.param([...userIds])}::uuid[])`)
    .orderBy(payouts.symbol);

const upsertPayout = async (tx: Transaction, row: PayoutRow): Promise<void> => {
  const { percent, updatedAt } = row;
  await tx
    .insert(payouts)
    .values(row)
    .onConflictDoUpdate({ target: [payouts.userId, payouts.symbol], set: { percent, updatedAt } });
};

const deletePayout = async (tx: Transaction, userId: string, symbol: string): Promise<void> => {
  await tx.delete(payouts).where(and(eq(payouts.userId, userId), eq(payouts.symbol, symbol)));
};
