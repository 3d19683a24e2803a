import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { imageTypes, winnerStatuses } from '#domain/contest/contest-rules.ts';
import { bytes, checkValues, instant } from '../columns.ts';
import { userForeignKey } from '../schema.ts';

/** Participants, once each. `contestId`: the first day of the contest. */
export const contestEntries = pgTable(
  'contest_entries',
  {
    contestId: text().notNull(),
    userId: uuid().notNull(),
    joinedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'contest_entries__contest_id_user_id', columns: [t.contestId, t.userId] }),
    userForeignKey('contest_entries__user_id', t.userId),
  ],
);

/** A contest whose winners were drawn. */
export const contestDraws = pgTable(
  'contest_draws',
  {
    contestId: text().notNull(),
    drawnAt: instant().notNull(),
  },
  (t) => [primaryKey({ name: 'contest_draws__contest_id', columns: [t.contestId] })],
);

/** Everyone who was drawn, also those whose prize passed on to another. */
export const contestWinners = pgTable(
  'contest_winners',
  {
    contestId: text().notNull(),
    userId: uuid().notNull(),
    /** From 1; a prize that passes on keeps its number. */
    prize: smallint().notNull(),
    status: text({ enum: winnerStatuses }).notNull(),
    /** When the status was set. */
    statusAt: instant().notNull(),
    /** Deadline of the screenshots. */
    sendUntil: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'contest_winners__contest_id_user_id', columns: [t.contestId, t.userId] }),
    foreignKey({
      name: 'contest_winners__contest_id',
      columns: [t.contestId],
      foreignColumns: [contestDraws.contestId],
    }),
    userForeignKey('contest_winners__user_id', t.userId),
    uniqueIndex('contest_winners__one_a_prize').on(t.contestId, t.prize).where(sql`${t.status} <> 'replaced'`),
    checkValues('contest_winners__status', t.status, winnerStatuses),
  ],
);

/** What winners sent as proof of their trades. */
export const contestScreenshots = pgTable(
  'contest_screenshots',
  {
    id: uuid().notNull(),
    contestId: text().notNull(),
    userId: uuid().notNull(),
    /** Detected from the first bytes. */
    type: text({ enum: imageTypes }).notNull(),
    image: bytes().notNull(),
    sentAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'contest_screenshots__id', columns: [t.id] }),
    foreignKey({
      name: 'contest_screenshots__winner',
      columns: [t.contestId, t.userId],
      foreignColumns: [contestWinners.contestId, contestWinners.userId],
    }).onDelete('cascade'),
    index('contest_screenshots__winner_idx').on(t.contestId, t.userId),
    index('contest_screenshots__sent_at_idx').on(t.sentAt),
    check('contest_screenshots__image', sql`octet_length(${t.image}) between 1 and 2097152`),
  ],
);
