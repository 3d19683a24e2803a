import { asc, eq, or } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#server/database/connection.ts';
import { contestEntries, contestProofs, contestTrades, contestWinners } from '#server/database/contest-tables.ts';
import { apiKeys } from '#server/database/key-tables.ts';
import { alertRules, alerts, alertSends, pushSubscriptions } from '#server/database/alert-tables.ts';
import { ownLimits } from '#server/database/limit-tables.ts';
import { digestMails, digestSubscriptions, recapMails, recapSubscriptions } from '#server/database/recap-tables.ts';
import { reviews } from '#server/database/review-tables.ts';
import { accountLinks, mails, sessions, signals, userEvents } from '#server/database/schema.ts';
import { auditLog, autoRuns } from '#server/database/signal-tables.ts';
import { telegramChats, telegramCodes } from '#server/database/telegram-tables.ts';
import { webhookDeliveries, webhooks } from '#server/database/webhook-tables.ts';
import { balanceHistory, traderChecks, traderDays } from '#server/database/trader-tables.ts';

/** A table with rows that belong to users. */
type OwnedTable = PgTable & { readonly userId: PgColumn };

/** Every row about a user, table by table, oldest first where the order matters. */
export async function listOwnRows(db: Database, userId: string) {
  const of = <Table extends OwnedTable>(table: Table, order: PgColumn) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Drizzle cannot infer the rows of a table that is a type parameter
    db
      .select()
      .from(table as PgTable)
      .where(eq(table.userId, userId))
      .orderBy(asc(order)) as unknown as Promise<Table['$inferSelect'][]>;
  return {
    signIns: await of(sessions, sessions.createdAt),
    apiKeys: await of(apiKeys, apiKeys.createdAt),
    webhooks: await of(webhooks, webhooks.createdAt),
    webhookDeliveries: await of(webhookDeliveries, webhookDeliveries.createdAt),
    pushDevices: await of(pushSubscriptions, pushSubscriptions.createdAt),
    telegramChats: await of(telegramChats, telegramChats.linkedAt),
    telegramCodes: await of(telegramCodes, telegramCodes.expiresAt),
    alertRules: await of(alertRules, alertRules.changedAt),
    alerts: await of(alerts, alerts.createdAt),
    alertMessages: await of(alertSends, alertSends.dropAt),
    links: await of(accountLinks, accountLinks.createdAt),
    mails: await of(mails, mails.queuedAt),
    signals: await of(signals, signals.issuedAt),
    automaticSignals: await of(autoRuns, autoRuns.startedAt),
    limits: await of(ownLimits, ownLimits.changedAt),
    balances: await of(balanceHistory, balanceHistory.at),
    brokerChecks: await of(traderChecks, traderChecks.startedAt),
    brokerDays: await of(traderDays, traderDays.day),
    contestEntries: await of(contestEntries, contestEntries.joinedAt),
    contestTrades: await of(contestTrades, contestTrades.openedAt),
    contestScreenshots: await of(contestProofs, contestProofs.sentAt),
    contestPrizes: await of(contestWinners, contestWinners.statusAt),
    reviews: await of(reviews, reviews.writtenAt),
    recapSubscriptions: await of(recapSubscriptions, recapSubscriptions.since),
    recapMails: await of(recapMails, recapMails.queuedAt),
    digestSubscriptions: await of(digestSubscriptions, digestSubscriptions.since),
    digestMails: await of(digestMails, digestMails.queuedAt),
    news: await of(userEvents, userEvents.at),
  };
}

export const listAuditOf = (db: Database, userId: string) =>
  db
    .select()
    .from(auditLog)
    .where(or(eq(auditLog.actorId, userId), eq(auditLog.targetId, userId)))
    .orderBy(asc(auditLog.id));
