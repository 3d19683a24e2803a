import { sql } from 'drizzle-orm';
import {
  check,
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
import { bytes, instant, signals, users } from './schema.ts';

/** A contest from its announcement on: its dates, the commitment to its draw, and the draw. Hashes as lower-case hex. */
export const contests = pgTable(
  'contests',
  {
    /** Its first day. */
    id: text().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    announcedAt: instant().notNull(),
    /** 256 random bits, told to nobody before the draw. */
    seed: text().notNull(),
    commitment: text().notNull(),
    /** Where the announced beacon round is told; null: the draw has none. */
    beaconUrl: text(),
    closedAt: instant(),
    /** Canonical JSON of the entries in the order of joining, exactly the text that was hashed. */
    list: text(),
    listHash: text(),
    /** The list's hash, signed with the record's key. */
    note: text(),
    drawnAt: instant(),
    randomness: text(),
    number: text(),
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

/** Who takes part: once. `entryId` names the entry in public; `number` is its place in the closed list. */
export const contestEntries = pgTable(
  'contest_entries',
  {
    contestId: text().notNull(),
    userId: uuid().notNull(),
    entryId: uuid().notNull(),
    joinedAt: instant().notNull(),
    /** When the broker's trades were read last; null: never. */
    syncedAt: instant(),
    number: integer(),
  },
  (t) => [
    primaryKey({ name: 'contest_entries__contest_id_user_id', columns: [t.contestId, t.userId] }),
    foreignKey({ name: 'contest_entries__contest_id', columns: [t.contestId], foreignColumns: [contests.id] }),
    foreignKey({ name: 'contest_entries__user_id', columns: [t.userId], foreignColumns: [users.id] }).onDelete(
      'cascade',
    ),
    unique('contest_entries__entry_id').on(t.entryId),
    unique('contest_entries__contest_id_number').on(t.contestId, t.number),
  ],
);

/** A closed trade of a participant, as it was judged: it counts once, for one signal, and a signal bears one trade. */
export const contestTrades = pgTable(
  'contest_trades',
  {
    contestId: text().notNull(),
    userId: uuid().notNull(),
    /** The broker's, or that of the screenshot that shows it. */
    tradeId: text().notNull(),
    symbol: text().notNull(),
    /** Null: read from a screenshot by a person, who saw that it is enough. */
    stake: numeric({ precision: 14, scale: 2, mode: 'number' }),
    openedAt: instant().notNull(),
    result: text({ enum: ['successful', 'neutral', 'unsuccessful'] }),
    signalId: uuid(),
    /** Why it does not count. */
    reason: text({ enum: uncountedReasons }),
  },
  (t) => [
    primaryKey({ name: 'contest_trades__place', columns: [t.contestId, t.userId, t.tradeId] }),
    foreignKey({
      name: 'contest_trades__contest_id_user_id',
      columns: [t.contestId, t.userId],
      foreignColumns: [contestEntries.contestId, contestEntries.userId],
    }).onDelete('cascade'),
    foreignKey({ name: 'contest_trades__signal_id_fk', columns: [t.signalId], foreignColumns: [signals.id] }),
    unique('contest_trades__contest_id_signal_id').on(t.contestId, t.signalId),
    check('contest_trades__judged', sql`(${t.signalId} is null) = (${t.reason} is not null)`),
  ],
);

/** A screenshot: of a trade by one signal, where the broker tells no trades; or of a winner, without a signal. */
export const contestProofs = pgTable(
  'contest_proofs',
  {
    id: uuid().notNull(),
    contestId: text().notNull(),
    userId: uuid().notNull(),
    signalId: uuid(),
    /** What its first bytes say it is. */
    type: text({ enum: ['image/png', 'image/jpeg', 'image/webp'] }).notNull(),
    image: bytes().notNull(),
    sentAt: instant().notNull(),
    status: text({ enum: proofStatuses }).notNull(),
    decidedAt: instant(),
    decidedBy: uuid(),
  },
  (t) => [
    primaryKey({ name: 'contest_proofs__id', columns: [t.id] }),
    foreignKey({
      name: 'contest_proofs__contest_id_user_id',
      columns: [t.contestId, t.userId],
      foreignColumns: [contestEntries.contestId, contestEntries.userId],
    }).onDelete('cascade'),
    foreignKey({ name: 'contest_proofs__signal_id', columns: [t.signalId], foreignColumns: [signals.id] }),
    uniqueIndex('contest_proofs__one_a_signal').on(t.contestId, t.signalId).where(sql`${t.status} <> 'refused'`),
    index('contest_proofs__contest_id_status_idx').on(t.contestId, t.status),
    check('contest_proofs__status', sql`${t.status} in ('pending', 'approved', 'refused')`),
    check('contest_proofs__decided', sql`(${t.status} = 'pending') = (${t.decidedAt} is null)`),
    check('contest_proofs__image', sql`octet_length(${t.image}) between 1 and 2097152`),
  ],
);

/** The places of the draw that a prize went to. A prize that is given up goes to the next rank. */
export const contestWinners = pgTable(
  'contest_winners',
  {
    contestId: text().notNull(),
    /** From 1, by the hash. */
    rank: smallint().notNull(),
    /** Which prize: that of whoever gave it up passes on. */
    prize: smallint().notNull(),
    number: integer().notNull(),
    hash: text().notNull(),
    userId: uuid().notNull(),
    status: text({ enum: winnerStatuses }).notNull(),
    /** Since when it has been so. */
    statusAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'contest_winners__contest_id_rank', columns: [t.contestId, t.rank] }),
    foreignKey({
      name: 'contest_winners__contest_id_user_id',
      columns: [t.contestId, t.userId],
      foreignColumns: [contestEntries.contestId, contestEntries.userId],
    }).onDelete('cascade'),
    unique('contest_winners__contest_id_number').on(t.contestId, t.number),
    uniqueIndex('contest_winners__one_a_prize').on(t.contestId, t.prize).where(sql`${t.status} <> 'forfeited'`),
    check('contest_winners__status', sql`${t.status} in ('awaiting', 'confirmed', 'paid', 'forfeited')`),
  ],
);
