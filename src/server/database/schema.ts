import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  doublePrecision,
  type ExtraConfigColumn,
  foreignKey,
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Analytics } from '#contract/signals.ts';
import { ownershipProofs } from '#domain/accounts/trader-claim.ts';
import { languages } from '#domain/language.ts';
import { directions } from '#domain/market/direction.ts';
import type { Duration } from '#domain/market/duration.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { outcomes as signalOutcomes, voidReasons } from '#domain/signals/outcome.ts';
import { roles, tourNames } from '#domain/accounts/user.ts';
import { bytes, checkValues, instant } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: uuid().notNull(),
    email: text().notNull(),
    /** Null: void, until a mailed link sets a new password. */
    passwordHash: text(),
    /** When its chooser was seen to read the mail of the address; null: not yet. */
    passwordProvenAt: instant(),
    lang: text({ enum: languages }).notNull(),
    campaign: text(),
    isActivated: boolean().notNull().default(false),
    activatedAt: instant(),
    /** When the user confirmed terms and age in the form; null: the request did not say so. */
    acceptedTermsAt: instant(),
    isBlocked: boolean().notNull().default(false),
    /**
     * As granted by an administrator; addresses in ADMIN_EMAILS are administrators without it. Neither
     * has an effect before the password is proven.
     */
    role: text({ enum: roles }).notNull().default('user'),
    isSelfExcluded: boolean().notNull().default(false),
    referralId: text(),
    /** Null: confirmed before this column existed; `createdAt` is used instead. */
    referralConfirmedAt: instant(),
    /** Null: not proven. */
    referralProof: text({ enum: ownershipProofs }),
    /** The newest account that the broker reported as opened through this user's own link. */
    openedTraderId: text(),
    balance: numeric({ precision: 14, scale: 2, mode: 'number' }),
    balanceCheckedAt: instant(),
    /** Tours of the tutorial that are not shown again. */
    closedTours: text({ enum: tourNames }).array().notNull().default([]),
    createdAt: instant().notNull(),
    /**
     * Set when the account was deleted: the row is anonymous from then on, and only signals and
     * figures reference it.
     */
    deletedAt: instant(),
  },
  (t) => [
    primaryKey({ name: 'users__id', columns: [t.id] }),
    uniqueIndex('users__email').on(sql`lower(${t.email})`),
    // Partial, because an UPDATE of a column in a full unique index locks the row against foreign
    // key checks.
    uniqueIndex('users__referral_id').on(t.referralId).where(sql`${t.referralId} is not null`),
    index('users__campaign_idx').on(t.campaign, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    /** Indexes of the rare states, in the same order. */
    index('users__blocked_idx')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.isBlocked}`),
    index('users__self_excluded_idx')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.isSelfExcluded}`),
    /** Search indexes for administrators. */
    index('users__email_beginning_idx').on(sql`lower(${t.email}) text_pattern_ops`),
    index('users__email_domain_idx').on(
      sql`split_part(lower(${t.email}), '@', 2)`,
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    /** Sort order of the administrators' list. */
    index('users__created_at_idx').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('users__unconfirmed_idx').on(t.createdAt).where(sql`not ${t.isActivated}`),
    checkValues('users__role', t.role, roles),
  ],
);

/** Foreign key to users: the row is deleted with its user. */
export const userForeignKey = (name: string, userId: ExtraConfigColumn) =>
  foreignKey({ name, columns: [userId], foreignColumns: [users.id] }).onDelete('cascade');

/** One row per login session: the family of its refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().notNull(),
    userId: uuid().notNull(),
    createdAt: instant().notNull(),
    /** The latest sign-in or token refresh. */
    lastSeenAt: instant().notNull().default(sql`now()`),
    /** The name that the browser sends, truncated to 300 characters: its owner recognises the device by it. */
    userAgent: text().notNull().default(''),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    /** When a second factor was passed; null: not in this login session. */
    secondFactorAt: instant(),
    /** The latest password or code after signing in; null: none. */
    confirmedAt: instant(),
  },
  (t) => [
    primaryKey({ name: 'sessions__id', columns: [t.id] }),
    userForeignKey('sessions__user_id', t.userId),
    index('sessions__user_id_idx').on(t.userId),
    index('sessions__expires_at_idx').on(t.expiresAt),
  ],
);

/** Hashes only: a leaked hash grants no access. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: bytes().notNull(),
    sessionId: uuid().notNull(),
    issuedAt: instant().notNull(),
    rotatedAt: instant(),
    /** Unused. Version 1.0 reads it, and runs beside this one during an upgrade: the next version drops it. */
    supersededAt: instant(),
  },
  (t) => [
    primaryKey({ name: 'refresh_tokens__token_hash', columns: [t.tokenHash] }),
    foreignKey({
      name: 'refresh_tokens__session_id',
      columns: [t.sessionId],
      foreignColumns: [sessions.id],
    }).onDelete('cascade'),
    index('refresh_tokens__session_id_idx').on(t.sessionId),
  ],
);

const linkPurposes = ['activation', 'reset', 'email_change'] as const;

/**
 * Links of activation and reset mails. Hashes only; a newer one supersedes the older ones of the same
 * purpose, except those of activation: an owner who asked twice may open either mail.
 */
export const accountLinks = pgTable(
  'account_links',
  {
    tokenHash: bytes().notNull(),
    userId: uuid().notNull(),
    purpose: text({ enum: linkPurposes }).notNull(),
    /** The address it was sent to: a link proves that address, not one set later. */
    email: text().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    supersededAt: instant(),
  },
  (t) => [
    primaryKey({ name: 'account_links__token_hash', columns: [t.tokenHash] }),
    userForeignKey('account_links__user_id', t.userId),
    index('account_links__user_id_idx').on(t.userId, t.purpose),
    index('account_links__created_at_idx').on(t.createdAt),
    checkValues('account_links__purpose', t.purpose, linkPurposes),
  ],
);

const signalStatuses = ['entering', 'live', 'settled'] as const;

export const signals = pgTable(
  'signals',
  {
    id: uuid().notNull(),
    userId: uuid().notNull(),
    symbol: text().notNull(),
    direction: text({ enum: directions }).notNull(),
    aiModel: text({ enum: aiModelKeys }).notNull(),
    modelVersion: text().notNull(),
    duration: smallint().$type<Duration>().notNull(),
    pUp: doublePrecision().notNull(),
    passability: doublePrecision().notNull(),
    /** What a win pays its user, as a share of the stake. */
    payout: doublePrecision().notNull(),
    /** At this payout; false: practice. */
    hasEdge: boolean().notNull().default(true),
    feed: text().notNull(),
    issuedAt: instant().notNull(),
    status: text({ enum: signalStatuses }).notNull(),
    openPrice: doublePrecision(),
    openedAt: instant(),
    expiresAt: instant(),
    closePrice: doublePrecision(),
    result: text({ enum: signalOutcomes }),
    /** Also set when an operator voided an earlier outcome. */
    voidReason: text({ enum: voidReasons }),
    analytics: jsonb().$type<Analytics>().notNull(),
    /** Its leaf in the record; null: none was kept of its market. */
    recordIndex: bigint({ mode: 'number' }),
    chaseOf: uuid(),
    takenAt: instant(),
    deletedAt: instant(),
    /** Reset while it was open: its user may have another open signal beside it. */
    freesSlot: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ name: 'signals__id', columns: [t.id] }),
    foreignKey({ name: 'signals__user_id', columns: [t.userId], foreignColumns: [users.id] }),
    foreignKey({ name: 'signals__chase_of', columns: [t.chaseOf], foreignColumns: [t.id] }),
    /** A signal is active until it is settled, or reset as often as that frees its user. */
    uniqueIndex('signals__one_open_a_user').on(t.userId).where(sql`${t.status} <> 'settled' and not ${t.freesSlot}`),
    /** A loss is chased once; a void chase does not count. */
    uniqueIndex('signals__one_chase_a_loss')
      .on(t.chaseOf)
      .where(sql`${t.chaseOf} is not null and ${t.result} is distinct from 'void'`),
    /**
     * Covering index in history order with all columns used by the statistics, so that they need no
     * heap access.
     */
    index('signals__user_id_history_idx').on(
      t.userId,
      t.issuedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
      t.deletedAt,
      t.status,
      t.result,
      t.aiModel,
      t.symbol,
      t.duration,
      t.passability,
      t.hasEdge,
    ),
    index('signals__open_idx').on(t.expiresAt).where(sql`${t.status} <> 'settled'`),
    /** For administrators' lists: newest first, by model, by pair, and by number in the record. */
    index('signals__newest_idx').on(t.issuedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('signals__model_idx').on(t.aiModel, t.issuedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('signals__symbol_idx').on(t.symbol, t.issuedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    uniqueIndex('signals__record_index').on(t.recordIndex).where(sql`${t.recordIndex} is not null`),
    /** For administrators' lists of the rare results. */
    index('signals__rare_result_idx').on(t.result).where(sql`${t.result} in ('void', 'neutral')`),
    checkValues('signals__direction', t.direction, directions),
    checkValues('signals__status', t.status, signalStatuses),
    check('signals__duration', sql`${t.duration} in (2, 3, 5, 7, 10)`),
    check('signals__payout', sql`${t.payout} > 0 and ${t.payout} <= 1`),
    check('signals__passability', sql`${t.passability} between 50 and 100`),
    check('signals__result', sql`(${t.result} is null) = (${t.status} <> 'settled')`),
    check(
      'signals__entry',
      sql`(${t.openPrice} is null) = (${t.openedAt} is null) and (${t.openedAt} is null) = (${t.expiresAt} is null) and (${t.status} <> 'live' or ${t.openedAt} is not null)`,
    ),
  ],
);

/**
 * The deciding facts of a signal, immutable: the primary key ensures that it settles once. Null
 * ticks: void.
 */
export const outcomes = pgTable(
  'outcomes',
  {
    signalId: uuid().notNull(),
    result: text({ enum: signalOutcomes }).notNull(),
    voidReason: text({ enum: voidReasons }),
    closePrice: doublePrecision(),
    closingTickAt: instant(),
    closingBid: doublePrecision(),
    closingAsk: doublePrecision(),
    entryTickAt: instant(),
    settledAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'outcomes__signal_id', columns: [t.signalId] }),
    foreignKey({ name: 'outcomes__signal_id_fk', columns: [t.signalId], foreignColumns: [signals.id] }),
    check('outcomes__void', sql`(${t.result} = 'void') = (${t.voidReason} is not null)`),
    check('outcomes__close_price', sql`(${t.result} = 'void') or (${t.closePrice} is not null)`),
  ],
);

/** Ticks of pairs with an open signal: the input of entry and settlement, also after a crash. */
export const ticks = pgTable(
  'ticks',
  {
    /** Market id: a signal of one market is never settled on the prices of another. */
    feed: text().notNull(),
    symbol: text().notNull(),
    time: instant().notNull(),
    bid: doublePrecision().notNull(),
    ask: doublePrecision().notNull(),
  },
  (t) => [primaryKey({ name: 'ticks__feed_symbol_time', columns: [t.feed, t.symbol, t.time] })],
);

/**
 * The outbox of each user's stream: inserted in the transaction of the event, replayed by
 * Last-Event-ID.
 */
export const userEvents = pgTable(
  'user_events',
  {
    id: bigserial({ mode: 'number' }).notNull(),
    userId: uuid().notNull(),
    name: text().notNull(),
    data: jsonb().notNull(),
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'user_events__id', columns: [t.id] }),
    userForeignKey('user_events__user_id', t.userId),
    index('user_events__user_id_id_idx').on(t.userId, t.id),
  ],
);
