import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  type ExtraConfigColumn,
  doublePrecision,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { uncountedReasons } from '#domain/contest/contest-rules.ts';
import { proofStatuses, winnerStatuses } from '#domain/contest/contest-status.ts';
import { bytes, checkValues, instant } from '../columns.ts';
import { userForeignKey, signals } from '../schema.ts';

/** A contest from its announcement on: its dates, the closing of its list, and the draw. Hashes as lower-case hex. */
export const contests = pgTable(
  'contests',
  {
    /** Its first day. */
    id: text().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    announcedAt: instant().notNull(),
    /** The rule of the previous release, which still reads these three: a secret and its hash. */
    seed: text().notNull(),
    commitment: text().notNull(),
    beaconUrl: text(),
    closedAt: instant(),
    /** Canonical JSON of what the closing fixes, exactly the text that was hashed. */
    list: text(),
    listHash: text(),
    /** The closing as a signed note, signed with the record's key. */
    note: text(),
    /** The beacon's round that decides; null: not closed, or by the rule of an older release. */
    round: integer(),
    drawnAt: instant(),
    /** The beacon's signature of the round. */
    signature: text(),
    randomness: text(),
    number: text(),
    /** The first leaf of the record whose outcome the entries do not count yet; null: none is counted. */
    resultsCountedTo: bigint({ mode: 'number' }),
  },
  (t) => [
    primaryKey({ name: 'contests__id', columns: [t.id] }),
    check('contests__period', sql`${t.startsAt} < ${t.endsAt}`),
    check(
      'contests__closed',
      sql`(${t.closedAt} is null) = (${t.list} is null) and (${t.closedAt} is null) = (${t.listHash} is null) and (${t.closedAt} is null) = (${t.note} is null)`,
    ),
    check(
      'contests__drawn',
      sql`(${t.drawnAt} is null) = (${t.number} is null) and (${t.drawnAt} is null or ${t.closedAt} is not null)`,
    ),
  ],
);

/**
 * Participants, once each. `entryId` identifies the entry in public; `number` is its position in
 * the closed list.
 */
export const contestEntries = pgTable(
  'contest_entries',
  {
    contestId: text().notNull(),
    userId: uuid().notNull(),
    entryId: uuid().notNull(),
    joinedAt: instant().notNull(),
    /** Last time the broker's trades were fetched; null: never. */
    syncedAt: instant(),
    number: integer(),
    /** Wins, and wins and losses, of signals with an edge during the contest; null: not counted yet. */
    won: integer(),
    decided: integer(),
    /** Lower bound of the interval of the win rate; null: too few outcomes for a rate. */
    lowerBound: doublePrecision(),
  },
  (t) => [
    primaryKey({ name: 'contest_entries__contest_id_user_id', columns: [t.contestId, t.userId] }),
    foreignKey({ name: 'contest_entries__contest_id', columns: [t.contestId], foreignColumns: [contests.id] }),
    userForeignKey('contest_entries__user_id', t.userId),
    unique('contest_entries__entry_id').on(t.entryId),
    unique('contest_entries__contest_id_number').on(t.contestId, t.number),
    /** For the public list of the best. */
    index('contest_entries__best_idx')
      .on(t.contestId, t.lowerBound.desc().nullsFirst(), t.userId)
      .where(sql`${t.lowerBound} is not null`),
    index('contest_entries__uncounted_idx').on(t.contestId).where(sql`${t.decided} is null`),
  ],
);

/** Foreign key to contest_entries: the row is deleted with its participant. */
const participantForeignKey = (
  name: string,
  { contestId, userId }: Readonly<Record<'contestId' | 'userId', ExtraConfigColumn>>,
) =>
  foreignKey({
    name,
    columns: [contestId, userId],
    foreignColumns: [contestEntries.contestId, contestEntries.userId],
  }).onDelete('cascade');

/**
 * A closed trade of a participant, as judged: it counts once, for one signal, and each signal takes
 * one trade.
 */
export const contestTrades = pgTable(
  'contest_trades',
  {
    contestId: text().notNull(),
    userId: uuid().notNull(),
    /** The broker's trade id, or that of the screenshot that shows the trade. */
    tradeId: text().notNull(),
    symbol: text().notNull(),
    /** Null: read from a screenshot by the operator, who confirmed that it is sufficient. */
    stake: numeric({ precision: 14, scale: 2, mode: 'number' }),
    openedAt: instant().notNull(),
    result: text({ enum: ['successful', 'neutral', 'unsuccessful'] }),
    signalId: uuid(),
    /** Why the trade does not count. */
    reason: text({ enum: uncountedReasons }),
  },
  (t) => [
    primaryKey({ name: 'contest_trades__place', columns: [t.contestId, t.userId, t.tradeId] }),
    participantForeignKey('contest_trades__contest_id_user_id', t),
    foreignKey({ name: 'contest_trades__signal_id_fk', columns: [t.signalId], foreignColumns: [signals.id] }),
    unique('contest_trades__contest_id_signal_id').on(t.contestId, t.signalId),
    check('contest_trades__judged', sql`(${t.signalId} is null) = (${t.reason} is not null)`),
  ],
);

/**
 * A screenshot: of a trade on one signal, when the broker reports no trades; or of a winner,
 * without a signal.
 */
export const contestProofs = pgTable(
  'contest_proofs',
  {
    id: uuid().notNull(),
    contestId: text().notNull(),
    userId: uuid().notNull(),
    signalId: uuid(),
    /** Detected from the first bytes. */
    type: text({ enum: ['image/png', 'image/jpeg', 'image/webp'] }).notNull(),
    image: bytes().notNull(),
    sentAt: instant().notNull(),
    status: text({ enum: proofStatuses }).notNull(),
    decidedAt: instant(),
    decidedBy: uuid(),
  },
  (t) => [
    primaryKey({ name: 'contest_proofs__id', columns: [t.id] }),
    participantForeignKey('contest_proofs__contest_id_user_id', t),
    foreignKey({ name: 'contest_proofs__signal_id', columns: [t.signalId], foreignColumns: [signals.id] }),
    uniqueIndex('contest_proofs__one_a_signal').on(t.contestId, t.signalId).where(sql`${t.status} <> 'refused'`),
    index('contest_proofs__contest_id_status_idx').on(t.contestId, t.status),
    checkValues('contest_proofs__status', t.status, proofStatuses),
    check('contest_proofs__decided', sql`(${t.status} = 'pending') = (${t.decidedAt} is null)`),
    check('contest_proofs__image', sql`octet_length(${t.image}) between 1 and 2097152`),
  ],
);

/** The ranks of the draw that won a prize. A forfeited prize passes to the next rank. */
export const contestWinners = pgTable(
  'contest_winners',
  {
    contestId: text().notNull(),
    /** From 1, by hash. */
    rank: smallint().notNull(),
    /** Prize number; a forfeited prize passes on with its number. */
    prize: smallint().notNull(),
    number: integer().notNull(),
    hash: text().notNull(),
    userId: uuid().notNull(),
    status: text({ enum: winnerStatuses }).notNull(),
    /** When the status was set. */
    statusAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'contest_winners__contest_id_rank', columns: [t.contestId, t.rank] }),
    participantForeignKey('contest_winners__contest_id_user_id', t),
    unique('contest_winners__contest_id_number').on(t.contestId, t.number),
    uniqueIndex('contest_winners__one_a_prize').on(t.contestId, t.prize).where(sql`${t.status} <> 'forfeited'`),
    checkValues('contest_winners__status', t.status, winnerStatuses),
  ],
);
