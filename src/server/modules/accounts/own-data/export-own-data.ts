import { Readable } from 'node:stream';
import { and, asc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { OwnData } from '#contract/own-data.ts';
import { toInstant } from '#contract/wire.ts';
import { shownBalance } from '#domain/accounts/trader-claim.ts';
import type { Database } from '#server/database/connection.ts';
import { accountLinks, mails, sessions, signals, userEvents } from '#server/database/schema.ts';
import {
  alertRules,
  alerts,
  alertSends,
  pushSubscriptions,
  telegramChats,
  telegramCodes,
} from '#server/database/tables/alert-tables.ts';
import { contestEntries, contestScreenshots, contestWinners } from '#server/database/tables/contest-tables.ts';
import { dayStops } from '#server/database/tables/day-stop-tables.ts';
import { recoveryCodes, totpSecrets } from '#server/database/tables/factor-tables.ts';
import { payouts } from '#server/database/tables/payout-tables.ts';
import { digestMails, digestSubscriptions } from '#server/database/tables/digest-tables.ts';
import { reviews } from '#server/database/tables/review-tables.ts';
import { auditLog, autoRuns } from '#server/database/tables/signal-tables.ts';
import { balanceHistory, traderChecks, traderDays } from '#server/database/tables/trader-tables.ts';
import { apiError } from '#server/http/api-error.ts';
import { accountLimits } from '../account-limits.ts';
import type { AccountsContext } from '../accounts-context.ts';
import type { User } from '../accounts.api.ts';
import { findUser } from '../accounts.repository.ts';

/** `file`: an `OwnData` as JSON text, read from the database as fast as it is sent. */
export interface OwnDataFile {
  readonly exportedAt: string;
  readonly file: Readable;
}

/** All data held about a user, for the user. */
export async function exportOwnData({ db, clock, attempts }: AccountsContext, userId: string): Promise<OwnDataFile> {
  await attempts.take('export-data', userId, accountLimits.exports);
  return openOwnData(db, userId, clock.now());
}

export async function openOwnData(db: Database, userId: string, now: number): Promise<OwnDataFile> {
  const user = await findUser(db, userId);
  if (!user) throw apiError('unauthenticated');
  const exportedAt = toInstant(now);
  return { exportedAt, file: Readable.from(toText(db, user, exportedAt)) };
}

/** The schema is an allowlist: hashes, sealed texts and future columns are dropped. */
async function* toText(db: Database, user: User, exportedAt: string): AsyncGenerator<string> {
  const account = OwnData.shape.account.parse(
    toDto({ ...user, brokerAccountId: user.referralId, balance: shownBalance(user) }),
  );
  // Another person may have entered the ID of this broker account.
  const isProven = user.referralProof !== null;
  yield `{"exportedAt":${JSON.stringify(exportedAt)},"account":${JSON.stringify(account)}`;
  for (const section of sections) {
    const { element } = OwnData.shape[section.name];
    let separator = '';
    yield `,"${section.name}":[`;
    const isShown = isProven || (section.name !== 'balances' && section.name !== 'brokerDays');
    for await (const rows of isShown ? listPages(db, section, user.id) : []) {
      if (rows.length === 0) break;
      const texts = rows.map((row) => {
        const shown = isProven ? row : withoutAmounts(row);
        return JSON.stringify(element.parse(toDto({ ...shown, isOwn: row.actorId === user.id })));
      });
      yield separator + texts.join(',');
      separator = ',';
    }
    yield ']';
  }
  yield '}';
}

type Row = Readonly<Record<string, unknown>>;

const withoutAmounts = (row: Row): Row =>
  row.action === 'user.checkBalance' ? { ...row, before: null, after: null } : row;

/** Instants in their DTO form, and bytes as text. */
function toDto(value: unknown): unknown {
  if (value instanceof Date) return toInstant(value.getTime());
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (Array.isArray(value)) return value.map(toDto);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toDto(part)]));
}

/** A table with rows that belong to users. */
type OwnedTable = PgTable & { readonly userId: PgColumn };
type SectionName = Exclude<keyof OwnData, 'exportedAt' | 'account'>;

/** The rows of one table about a user. */
interface Section {
  readonly name: SectionName;
  readonly table: PgTable;
  readonly isOfUser: (userId: string) => SQL | undefined;
  /** Oldest first where the order matters; the primary key decides between equal ones. */
  readonly order: PgColumn;
  /** Smaller for large rows. */
  readonly rowsAtOnce: number;
  /** Columns read besides the exported ones. */
  readonly also?: readonly string[];
}

const rowsAtOnce = 250;
const ofTable = (name: SectionName, table: OwnedTable, order: PgColumn): Section => ({
  name,
  table,
  isOfUser: (userId) => eq(table.userId, userId),
  order,
  rowsAtOnce,
});

/** Every row about a user, table by table. */
const sections: readonly Section[] = [
  ofTable('signIns', sessions, sessions.createdAt),
  ofTable('authenticatorApps', totpSecrets, totpSecrets.createdAt),
  ofTable('recoveryCodes', recoveryCodes, recoveryCodes.createdAt),
  ofTable('pushDevices', pushSubscriptions, pushSubscriptions.createdAt),
  ofTable('telegramChats', telegramChats, telegramChats.linkedAt),
  ofTable('telegramCodes', telegramCodes, telegramCodes.expiresAt),
  ofTable('alertRules', alertRules, alertRules.changedAt),
  ofTable('alerts', alerts, alerts.createdAt),
  ofTable('alertMessages', alertSends, alertSends.dropAt),
  ofTable('links', accountLinks, accountLinks.createdAt),
  ofTable('mails', mails, mails.queuedAt),
  ofTable('signals', signals, signals.issuedAt),
  ofTable('automaticSignals', autoRuns, autoRuns.startedAt),
  ofTable('stopsForToday', dayStops, dayStops.stoppedUntil),
  ofTable('payouts', payouts, payouts.updatedAt),
  ofTable('balances', balanceHistory, balanceHistory.at),
  ofTable('brokerChecks', traderChecks, traderChecks.startedAt),
  ofTable('brokerDays', traderDays, traderDays.day),
  ofTable('contestEntries', contestEntries, contestEntries.joinedAt),
  // Up to 2 MB each.
  { ...ofTable('contestScreenshots', contestScreenshots, contestScreenshots.sentAt), rowsAtOnce: 1 },
  ofTable('contestPrizes', contestWinners, contestWinners.statusAt),
  ofTable('reviews', reviews, reviews.writtenAt),
  ofTable('digestSubscriptions', digestSubscriptions, digestSubscriptions.since),
  ofTable('digestMails', digestMails, digestMails.queuedAt),
  ofTable('news', userEvents, userEvents.id),
  {
    name: 'audit',
    table: auditLog,
    isOfUser: (userId) => or(eq(auditLog.actorId, userId), eq(auditLog.targetId, userId)),
    order: auditLog.id,
    rowsAtOnce,
    also: ['actorId'],
  },
];

/**
 * The rows of a section in pages, each from where the last one ended: no connection is held while
 * the reader takes its time.
 */
async function* listPages(db: Database, section: Section, userId: string): AsyncGenerator<readonly Row[]> {
  const { table, isOfUser, order, rowsAtOnce: limit } = section;
  const columns = getTableColumns(table);
  const getName = (column: PgColumn): string =>
    Object.keys(columns).find((name) => columns[name]?.name === column.name) ?? '';
  const key = [order, ...getPrimaryKey(table).filter(({ name }) => name !== order.name)];
  const names = [
    ...Object.keys(OwnData.shape[section.name].element.shape),
    ...key.map(getName),
    ...(section.also ?? []),
  ];
  const selected = Object.fromEntries(Object.entries(columns).filter(([name]) => names.includes(name)));
  let after: SQL | undefined;
  do {
    const rows: readonly Row[] = await db
      .select(selected)
      .from(table)
      .where(and(isOfUser(userId), after))
      .orderBy(...key.map((column) => asc(column)))
      .limit(limit);
    yield rows;
    const last = rows.length < limit ? undefined : rows.at(-1);
    after =
      last &&
      isAfter(
        key,
        key.map((column) => last[getName(column)]),
      );
  } while (after);
}

const getPrimaryKey = (table: PgTable): readonly PgColumn[] => getTableConfig(table).primaryKeys[0]?.columns ?? [];

const isAfter = (key: readonly PgColumn[], values: readonly unknown[]): SQL =>
  sql`(${sql.join([...key], sql`, `)}) > (${sql.join(
    key.map((column, i) => sql.param(values[i], column)),
    sql`, `,
  )})`;
