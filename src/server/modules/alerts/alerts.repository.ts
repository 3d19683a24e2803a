import { and, asc, count, desc, eq, gt, lt, lte, sql } from 'drizzle-orm';
import type { Signal } from '#contract/signals.ts';
import type { AlertChannel } from '#domain/signals/alert-rule.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { signals, userEvents } from '#server/database/schema.ts';
import { alertRules, alerts } from '#server/database/tables/alert-tables.ts';

export type RuleRow = typeof alertRules.$inferSelect;
export type AlertRow = typeof alerts.$inferSelect;
type NewAlert = typeof alerts.$inferInsert;

export const findRule = async (db: Executor, userId: string): Promise<RuleRow | undefined> =>
  (await db.select().from(alertRules).where(eq(alertRules.userId, userId)))[0];

export const upsertRule = async (tx: Transaction, rule: RuleRow): Promise<void> => {
  const { userId: _userId, ...change } = rule;
  await tx.insert(alertRules).values(rule).onConflictDoUpdate({ target: alertRules.userId, set: change });
};

/** The other channels of the user's rules stay. */
export const removeMailChannel = async (db: Executor, userId: string, changedAt: Date): Promise<void> => {
  const mail: AlertChannel = 'mail';
  await db
    .update(alertRules)
    .set({ channels: sql`array_remove(${alertRules.channels}, ${mail})`, changedAt })
    .where(and(eq(alertRules.userId, userId), sql`${mail} = any(${alertRules.channels})`));
};

/** Rules with a channel that a forecast of this passability may fit. */
export const listRulesUpTo = (db: Executor, passability: number): Promise<RuleRow[]> =>
  db
    .select()
    .from(alertRules)
    .where(and(sql`${alertRules.channels} <> '{}'`, lte(alertRules.minPassability, passability)));

/** Rules of these users. */
export const listRules = (db: Executor, userIds: readonly string[]): Promise<RuleRow[]> =>
  db
    .select()
    .from(alertRules)
    .where(sql`${alertRules.userId} = any(${sql.param([...userIds])}::uuid[])`);

export const pairKey = (userId: string, symbol: string): string => `${userId} ${symbol}`;

/** Pairs that each user was alerted of (wall-clock time), or received a signal on (market time), after an instant. */
export async function listRecentPairs(
  db: Executor,
  userIds: readonly string[],
  since: { readonly alerted: Date; readonly issued: Date },
): Promise<Set<string>> {
  const ids = sql`any(${sql.param([...userIds])}::uuid[])`;
  const [alerted, issued] = await Promise.all([
    db
      .select({ userId: alerts.userId, symbol: alerts.symbol })
      .from(alerts)
      .where(and(sql`${alerts.userId} = ${ids}`, gt(alerts.createdAt, since.alerted), eq(alerts.kind, 'alert'))),
    db
      .select({ userId: signals.userId, symbol: signals.symbol })
      .from(signals)
      .where(and(sql`${signals.userId} = ${ids}`, gt(signals.issuedAt, since.issued))),
  ]);
  return new Set([...alerted, ...issued].map(({ userId, symbol }) => pairKey(userId, symbol)));
}

/** How many alerts each user got after an instant. */
export async function countAlerts(
  db: Executor,
  userIds: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ userId: alerts.userId, alerts: count() })
    .from(alerts)
    .where(
      and(
        sql`${alerts.userId} = any(${sql.param([...userIds])}::uuid[])`,
        gt(alerts.createdAt, since),
        eq(alerts.kind, 'alert'),
      ),
    )
    .groupBy(alerts.userId);
  return new Map(rows.map((row) => [row.userId, row.alerts]));
}

/** Ids of those that are new: a user has one alert per minute and one result per signal. */
export const insertAlerts = async (tx: Transaction, rows: NewAlert[]): Promise<ReadonlySet<string>> =>
  rows.length === 0
    ? new Set()
    : new Set(
        (await tx.insert(alerts).values(rows).onConflictDoNothing().returning({ id: alerts.id })).map(({ id }) => id),
      );

type EventRow = typeof userEvents.$inferSelect;

export interface ResultEvent {
  readonly userId: string;
  readonly data: Signal;
  /** When the signal was settled. */
  readonly at: Date;
}

/** The newest event from before an instant; 0: there is none. Ids rise with time. */
export const findEventBefore = async (db: Executor, at: Date): Promise<number> => {
  const newest = db.select({ id: userEvents.id }).from(userEvents).where(lt(userEvents.at, at));
  return (await newest.orderBy(desc(userEvents.id)).limit(1))[0]?.id ?? 0;
};

/** The oldest first. No event with a smaller id becomes visible after a greater one. */
export const listEventsAfter = (db: Executor, id: number, limit: number): Promise<EventRow[]> =>
  db.select().from(userEvents).where(gt(userEvents.id, id)).orderBy(asc(userEvents.id)).limit(limit);

export const toResultEvents = (events: readonly EventRow[]): ResultEvent[] =>
  events
    .filter(({ name }) => name === 'result')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as enqueueUserEvents stores it
    .map(({ userId, data, at }) => ({ userId, data: data as Signal, at }));
