import { eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { accountLinks, outcomes, refreshTokens, sessions, signals, ticks, userEvents, users } from './schema.ts';
import {
  alertRules,
  alerts,
  pushKeys,
  pushSubscriptions,
  telegramChats,
  telegramCodes,
} from './tables/alert-tables.ts';
import { attemptCounts, spentChallenges, recoveryCodes, totpSecrets } from './tables/sign-in-tables.ts';
import { calibrationDays, feedDays, llmAnswers } from './tables/model-tables.ts';
import { contestDraws, contestEntries, contestScreenshots, contestWinners } from './tables/contest-tables.ts';
import { auditLog } from './tables/audit-tables.ts';
import { autoRuns, autoRunSignals } from './tables/auto-run-tables.ts';
import { deliveries, digestMails, digestSubscriptions } from './tables/delivery-tables.ts';
import { leaderTerms } from './tables/leader-tables.ts';
import {
  minuteBars,
  recordCheckpoints,
  recordCosignatures,
  recordHead,
  recordHours,
  recordKeys,
  recordLeaves,
  recordNodes,
  recordOpen,
  recordProgress,
} from './tables/record-tables.ts';
import { reviews } from './tables/review-tables.ts';
import { siteNotices } from './tables/site-tables.ts';
import { balanceHistory, dayStops, payouts, statedTraders, traderChecks, traderDays } from './tables/trader-tables.ts';

/** When old rows are deleted. */
export interface Retention {
  /** A row is deleted when this instant is older than `days`. */
  readonly column: PgColumn;
  readonly days: number;
  /** The clock that the column is written by; absent: the wall clock. */
  readonly clock?: 'market';
  /** Which of the old rows are deleted; absent: all of them. */
  readonly only?: (before: Date) => SQL | undefined;
  /** Selects the ctid of at most `limit` old rows; absent: uses an index on the column. */
  readonly oldest?: (before: Date, limit: number) => SQL;
  /** Smaller for tables whose deletes cascade to others, larger where many small rows are due. */
  readonly batch?: number;
}

/** A retention that no timer enforces, in the words of docs/operating.md. */
type KeptOtherwise =
  | 'for ever'
  | 'for ever; counted again from the leaves when emptied with record_progress'
  | '`CALIBRATION_DAYS` + 14 trading days'
  | 'as its login session'
  | 'until its user ends it';

type Row = Readonly<Record<string, unknown>>;

/** Rows about a user, in the export of own data and when the account is deleted. */
export interface OwnRows {
  /** Name of the section. */
  readonly section: string;
  readonly isOfUser: (userId: string) => SQL | undefined;
  /** Oldest first where the order matters; the primary key decides between equal ones. */
  readonly order: PgColumn;
  /** The exported columns: hashes, sealed texts and whatever is added later are left out. */
  readonly shown: readonly string[];
  /** The exported form, if it is not the row itself. */
  readonly toShown?: (row: Row, userId: string) => Row;
  /** Exported only to a proven owner of the broker account: another person may have entered its ID. */
  readonly needsProof?: true;
  /** Smaller for large rows. */
  readonly rowsAtOnce?: number;
  /** `stay`: without a trace of who the user was. */
  readonly onDeletion: 'delete' | 'stay';
}

interface StoredTable {
  readonly table: PgTable;
  readonly kept: Retention | KeptOtherwise;
  /** Absent: its rows are about no user. */
  readonly own?: OwnRows;
}

type OwnedTable = PgTable & { readonly userId: PgColumn };
type ColumnName<T extends PgTable> = keyof T['_']['columns'] & string;

const ofUser = <T extends OwnedTable>(
  table: T,
  kept: StoredTable['kept'],
  section: string,
  order: PgColumn,
  shown: readonly ColumnName<T>[],
  more: Partial<OwnRows> = {},
): StoredTable => ({
  table,
  kept,
  own: {
    section,
    isOfUser: (userId) => eq(table.userId, userId),
    order,
    shown,
    onDeletion: 'delete',
    ...more,
  },
});

/**
 * Every table: how long its rows are kept, and whose they are. The export of own data, the deletion
 * of an account and the pruning of old rows read it. In the order in which rows are locked.
 */
export const storedTables: readonly StoredTable[] = [
  ofUser(sessions, { column: sessions.expiresAt, days: 0, batch: 100 }, 'signIns', sessions.createdAt, [
    'createdAt',
    'lastSeenAt',
    'expiresAt',
    'revokedAt',
    'userAgent',
    'secondFactorAt',
    'confirmedAt',
  ]),
  ofUser(totpSecrets, 'until its user ends it', 'authenticatorApps', totpSecrets.createdAt, [
    'createdAt',
    'confirmedAt',
  ]),
  // A code that was used is deleted.
  ofUser(recoveryCodes, 'until its user ends it', 'recoveryCodes', recoveryCodes.createdAt, ['createdAt']),
  ofUser(pushSubscriptions, 'until its user ends it', 'pushDevices', pushSubscriptions.createdAt, [
    'endpoint',
    'userAgent',
    'createdAt',
    'lastSentAt',
  ]),
  // Unused links to the bot.
  ofUser(telegramCodes, { column: telegramCodes.expiresAt, days: 0 }, 'telegramCodes', telegramCodes.expiresAt, [
    'expiresAt',
  ]),
  ofUser(telegramChats, 'until its user ends it', 'telegramChats', telegramChats.linkedAt, [
    'chatId',
    'name',
    'linkedAt',
  ]),
  ofUser(alertRules, 'until its user ends it', 'alertRules', alertRules.changedAt, [
    'channels',
    'models',
    'symbols',
    'durations',
    'minPassability',
    'quietHours',
    'results',
    'perHour',
    'changedAt',
  ]),
  ofUser(
    deliveries,
    { column: deliveries.queuedAt, days: 30, only: () => ne(deliveries.status, 'queued') },
    'deliveries',
    deliveries.queuedAt,
    ['channel', 'kind', 'recipient', 'lang', 'status', 'attempts', 'queuedAt', 'sentAt', 'lastFault'],
  ),
  ofUser(alerts, { column: alerts.createdAt, days: 30, batch: 500 }, 'alerts', alerts.createdAt, [
    'id',
    'kind',
    'at',
    'content',
    'createdAt',
  ]),
  ofUser(accountLinks, { column: accountLinks.createdAt, days: 30 }, 'links', accountLinks.createdAt, [
    'purpose',
    'email',
    'createdAt',
    'expiresAt',
    'usedAt',
  ]),
  ofUser(userEvents, { column: userEvents.at, days: 7, oldest: oldestEvents }, 'news', userEvents.id, [
    'name',
    'data',
    'at',
  ]),
  ofUser(autoRuns, 'for ever', 'automaticSignals', autoRuns.startedAt, [
    'id',
    'aiModel',
    'interval',
    'symbol',
    'count',
    'take',
    'found',
    'stopAfterLosses',
    'dailyLimit',
    'startedAt',
    'state',
    'stoppedAt',
    'stopReason',
  ]),
  ofUser(
    balanceHistory,
    { column: balanceHistory.at, days: 400 },
    'balances',
    balanceHistory.at,
    ['at', 'balance', 'isSelfExcluded'],
    { needsProof: true },
  ),
  ofUser(
    traderChecks,
    { column: traderChecks.startedAt, days: 400, only: () => isNull(traderChecks.nextAt) },
    'brokerChecks',
    traderChecks.startedAt,
    ['kind', 'traderId', 'state', 'startedAt', 'answeredAt', 'reason'],
  ),
  ofUser(dayStops, 'for ever', 'stopsForToday', dayStops.stoppedUntil, ['stoppedUntil']),
  ofUser(payouts, 'for ever', 'payouts', payouts.updatedAt, ['symbol', 'percent', 'updatedAt']),
  ofUser(contestEntries, 'for ever', 'contestEntries', contestEntries.joinedAt, ['contestId', 'joinedAt']),
  ofUser(
    contestScreenshots,
    { column: contestScreenshots.sentAt, days: 90, batch: 50 },
    'contestScreenshots',
    contestScreenshots.sentAt,
    ['contestId', 'type', 'image', 'sentAt'],
    // Up to 2 MB each.
    { rowsAtOnce: 1 },
  ),
  // The weekly digest by mail; none: not wanted.
  ofUser(digestSubscriptions, 'for ever', 'digestSubscriptions', digestSubscriptions.since, ['since']),
  ofUser(digestMails, { column: digestMails.queuedAt, days: 30 }, 'digestMails', digestMails.queuedAt, [
    'day',
    'queuedAt',
  ]),
  ofUser(reviews, 'for ever', 'reviews', reviews.writtenAt, ['rating', 'text', 'signals', 'writtenAt', 'status']),
  {
    table: statedTraders,
    kept: { column: statedTraders.statedAt, days: 30 },
    own: {
      section: 'partnerLists',
      isOfUser: (userId) =>
        sql`${statedTraders.traderId} = (select referral_id from users where id = ${userId} and referral_id is not null)`,
      order: statedTraders.statedAt,
      shown: ['traderId', 'balance', 'registeredAt', 'statedAt'],
      needsProof: true,
      onDeletion: 'delete',
    },
  },
  ofUser(
    signals,
    'for ever',
    'signals',
    signals.issuedAt,
    [
      'id',
      'symbol',
      'direction',
      'aiModel',
      'modelVersion',
      'duration',
      'pUp',
      'passability',
      'payout',
      'feed',
      'issuedAt',
      'status',
      'openPrice',
      'openedAt',
      'expiresAt',
      'closePrice',
      'result',
      'chaseOf',
      'takenAt',
      'deletedAt',
    ],
    { onDeletion: 'stay' },
  ),
  ofUser(
    traderDays,
    'for ever',
    'brokerDays',
    traderDays.day,
    ['traderId', 'day', 'netTurnover', 'commission', 'registeredAt'],
    // Revenue from the broker stays in the sums of its campaign.
    { needsProof: true, onDeletion: 'stay' },
  ),
  ofUser(
    contestWinners,
    'for ever',
    'contestPrizes',
    contestWinners.statusAt,
    ['contestId', 'prize', 'status', 'statusAt', 'sendUntil'],
    { onDeletion: 'stay' },
  ),
  {
    table: auditLog,
    kept: 'for ever',
    own: {
      section: 'audit',
      // Actions of administrators on the account, or of its owner as one; other people are not disclosed.
      isOfUser: (userId) => or(eq(auditLog.actorId, userId), eq(auditLog.targetId, userId)),
      order: auditLog.id,
      shown: ['at', 'action', 'reason', 'before', 'after', 'actorId'],
      toShown: ({ actorId, ...row }, userId) => ({ ...row, isOwn: actorId === userId }),
      onDeletion: 'stay',
    },
  },
  { table: ticks, kept: { column: ticks.time, days: 7, clock: 'market', oldest: oldestTicks, batch: 10_000 } },
  { table: minuteBars, kept: { column: minuteBars.minute, days: 14, clock: 'market' } },
  { table: attemptCounts, kept: { column: attemptCounts.expiresAt, days: 0 } },
  { table: spentChallenges, kept: { column: spentChallenges.expiresAt, days: 0 } },
  { table: llmAnswers, kept: { column: llmAnswers.answeredAt, days: 400 } },
  { table: recordCheckpoints, kept: { column: recordCheckpoints.signedAt, days: 7, only: isUnneeded } },
  { table: users, kept: { column: users.createdAt, days: 7, only: isUnconfirmed, batch: 200 } },
  { table: refreshTokens, kept: 'as its login session' },
  { table: feedDays, kept: '`CALIBRATION_DAYS` + 14 trading days' },
  { table: calibrationDays, kept: '`CALIBRATION_DAYS` + 14 trading days' },
  { table: recordHours, kept: 'for ever; counted again from the leaves when emptied with record_progress' },
  ...[
    outcomes,
    autoRunSignals,
    contestDraws,
    pushKeys,
    leaderTerms,
    recordLeaves,
    recordHead,
    recordOpen,
    recordNodes,
    recordProgress,
    recordCosignatures,
    recordKeys,
    siteNotices,
  ].map((table): StoredTable => ({ table, kept: 'for ever' })),
];

/** Exported of the account itself, beside its broker account and the balance that its owner may see. */
export const shownOfUser = [
  'id',
  'email',
  'lang',
  'campaign',
  'role',
  'isActivated',
  'isBlocked',
  'createdAt',
  'activatedAt',
  'passwordProvenAt',
  'acceptedTermsAt',
  'openedTraderId',
  'balanceCheckedAt',
  'isSelfExcluded',
] as const satisfies readonly ColumnName<typeof users>[];

/** Ids rise with time, which saves an index on the instant. */
function oldestEvents(before: Date, limit: number): SQL {
  return sql`
    select ctid from (select ctid, at from user_events order by id limit ${limit}) oldest where at < ${before}`;
}

/** The primary key is ordered by time within each pair, so a loose index scan visits the pairs. */
function oldestTicks(before: Date, limit: number): SQL {
  return sql`
    with recursive series (feed, symbol) as (
      (select feed, symbol from ticks order by feed, symbol limit 1)
      union all
      select next.feed, next.symbol from series, lateral (
        select t.feed, t.symbol from ticks t where (t.feed, t.symbol) > (series.feed, series.symbol)
        order by t.feed, t.symbol limit 1) next)
    select old.ctid from series, lateral (
      select t.ctid from ticks t
      where t.feed = series.feed and t.symbol = series.symbol and t.time < ${before}
      order by t.time limit ${limit}) old
    limit ${limit}`;
}

/** Cosigned ones prove when their leaves were recorded, and the newest one what was signed: the database keeps both. */
function isUnneeded(): SQL {
  return sql`not exists (select 1 from record_cosignatures c where c.size = record_checkpoints.size)
    and size < (select max(size) from record_checkpoints)`;
}

/**
 * The address was never confirmed, and no mail that could still confirm it has been sent since
 * `before`.
 */
function isUnconfirmed(before: Date): SQL {
  return sql`not ${users.isActivated} and not exists (
    select 1 from account_links link where link.user_id = ${users.id} and link.created_at >= ${before})`;
}
