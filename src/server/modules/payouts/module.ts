import { and, eq, sql } from 'drizzle-orm';
import { type ChangePayoutsBody, payoutEndpoints, type PayoutEntry, type Payouts } from '#contract/payout.ts';
import { toInstant } from '#contract/wire.ts';
import { payoutPercent } from '#domain/signals/edge.ts';
import { minuteMs, type WallClock } from '#domain/time.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connection.ts';
import { lockAccount } from '#server/database/locks.ts';
import { payouts } from '#server/database/tables/trader-tables.ts';
import { apiError } from '#server/http/api-error.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { BrokerSide } from '#server/integrations/broker/broker.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { type AccountsApi, getActivatedUser } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { PayoutsApi, TraderPayouts } from './payouts.api.ts';

type PayoutRow = typeof payouts.$inferSelect;

interface Given extends Platform {
  readonly brokerSide: BrokerSide;
  readonly accounts: AccountsApi;
}

const openPayouts = (given: Given) => ({
  ...given,
  /** What the broker states of pairs now. */
  stated: new Map() as ReadonlyMap<string, StatedPayout>,
});
type PayoutsContext = ReturnType<typeof openPayouts>;

/** `at`: when it was read, milliseconds UTC. */
interface StatedPayout {
  readonly percent: number;
  readonly at: number;
}

/** What a win pays each trader: whether a forecast has an edge depends on it. */
export function payoutsModule(given: Given): ServerModule<PayoutsApi> {
  const ctx = openPayouts(given);
  const { clock, log } = ctx;
  const reading = repeat({
    everyMs: minuteMs,
    firstAfterMs: 0,
    after: ctx.scheduler.after,
    task: async (stopping) => {
      ctx.stated = toStated(await ctx.brokerSide.readPayouts(stopping), clock.now());
      return untilNextMinute(clock);
    },
    onError: (err) => {
      // Nobody is held to what the broker paid before.
      ctx.stated = new Map();
      log.warn({ err }, "reading the broker's payouts failed; using the traders' or the default; retrying in a minute");
    },
  });
  return {
    routes: [
      serveEndpoints(payoutEndpoints, ctx.accounts.guards, {
        'GET /api/payout': (request) => readOwnPayouts(ctx, getActivatedUser(request).id),
        'PUT /api/payout': (request) => changePayouts(ctx, getActivatedUser(request).id, request.body),
      }),
    ],
    api: {
      readPayouts: async (userId) => {
        const own = (await listPayouts(ctx, [userId])).get(userId);
        if (!own) throw new Error(`the payouts of user ${userId} are missing`);
        return own;
      },
      listPayouts: (userIds) => listPayouts(ctx, userIds),
    },
    components: [{ name: 'payouts of the broker', start: reading.start, stop: reading.stop }],
  };
}

/** A broker may change them at the full hour. */
const untilNextMinute = (clock: WallClock): number => minuteMs - (clock.now() % minuteMs);

/** In whole percent, within what counts for everybody. */
const toStated = (read: ReadonlyMap<string, number>, at: number): ReadonlyMap<string, StatedPayout> =>
  new Map(
    [...read].map(([symbol, percent]) => [
      symbol,
      { percent: Math.max(payoutPercent.min, Math.min(payoutPercent.max, Math.floor(percent))), at },
    ]),
  );

/** The payouts as the trader sees and changes them. */
async function readOwnPayouts(ctx: PayoutsContext, userId: string): Promise<Payouts> {
  const rows = await listPayoutRows(ctx.db, [userId]);
  return {
    default: findDefault(ctx, rows),
    bySymbol: Object.fromEntries(
      ctx.config.pairs.flatMap((symbol) => {
        const entry = findOwnEntry(ctx, rows, symbol);
        return entry ? [[symbol, entry]] : [];
      }),
    ),
  };
}

async function changePayouts(ctx: PayoutsContext, userId: string, change: ChangePayoutsBody): Promise<Payouts> {
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

async function listPayouts(
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

function findDefault({ config }: PayoutsContext, rows: readonly PayoutRow[]): PayoutEntry {
  const row = rows.find(({ symbol }) => symbol === null);
  return row ? toEntry(row) : { percent: Math.round(100 * config.payout), updatedAt: null, statedBy: 'default' };
}

/** The broker's own comes first: it is what the trade will be paid. */
function findOwnEntry(ctx: PayoutsContext, rows: readonly PayoutRow[], symbol: string): PayoutEntry | null {
  const stated = ctx.stated.get(symbol);
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
