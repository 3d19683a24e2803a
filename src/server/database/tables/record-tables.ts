import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { HourSums } from '#record/figures.ts';
import { bytes, checkValues, instant, packedJson } from '../columns.ts';

const leafKinds = ['genesis', 'version', 'minute', 'answer', 'signal', 'outcome', 'void'] as const;

/** The record. Append-only: triggers reject UPDATE, DELETE and TRUNCATE. */
export const recordLeaves = pgTable(
  'record_leaves',
  {
    index: bigint({ mode: 'number' }).notNull(),
    kind: text({ enum: leafKinds }).notNull(),
    /** Its own; of an outcome, which states none, the latest before it. Never falls. */
    at: instant().notNull(),
    /** The leaf that an answer, a signal, an outcome or a void names. */
    of: bigint({ mode: 'number' }),
    /** Canonical JSON (RFC 8785) as text, exactly the bytes that were hashed: a JSON column would reorder them. */
    leaf: packedJson().notNull(),
    leafHash: bytes().notNull(),
  },
  (t) => [
    primaryKey({ name: 'record_leaves__index', columns: [t.index] }),
    index('record_leaves__of_idx').on(t.of).where(sql`${t.of} is not null`),
    // A BRIN index finds a time and costs a writer almost nothing, because times rise.
    index('record_leaves__at_idx').using('brin', t.at),
    // The public list of signals and the newest versions, among many other leaves.
    index('record_leaves__signals_idx').on(t.index).where(sql`${t.kind} = 'signal'`),
    index('record_leaves__versions_idx').on(t.index).where(sql`${t.kind} = 'version'`),
    checkValues('record_leaves__kind', t.kind, leafKinds),
    check('record_leaves__index_least', sql`${t.index} >= 0`),
  ],
);

/** Where the record continues: one row, changed in each transaction that appends. */
export const recordHead = pgTable(
  'record_head',
  {
    id: smallint().notNull().default(1),
    size: bigint({ mode: 'number' }).notNull().default(0),
    /** The latest `at` of a leaf. */
    newestAt: instant(),
    /** The newest minute leaf: its index, the start of its bar, and when it was stated. */
    minuteIndex: bigint({ mode: 'number' }),
    minute: instant(),
    minuteAt: instant(),
    /** All ticks up to this instant have been used for a decision, so no earlier one may still be logged. */
    decidedUntil: instant(),
    /** The compact range: the hashes of the perfect subtrees, 32 bytes each, the largest first. */
    range: bytes().notNull().default(sql`''::bytea`),
    /** The leader found the database older than what was signed. */
    isBehind: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ name: 'record_head__id', columns: [t.id] }), check('record_head__only_one', sql`${t.id} = 1`)],
);

/** Minutes and signals without an outcome: pending work, removed when it is appended. */
export const recordOpen = pgTable(
  'record_open',
  {
    index: bigint({ mode: 'number' }).notNull(),
    /** Of a minute the start of its bar; null: a signal. */
    minute: instant(),
    /** When the last of its forecasts has expired at the latest. */
    dueAt: instant().notNull(),
  },
  (t) => [primaryKey({ name: 'record_open__index', columns: [t.index] }), index('record_open__due_at_idx').on(t.dueAt)],
);

/**
 * Hashes of the complete subtrees of the record's Merkle tree, so that a proof reads about twenty
 * rows for a record of any length. Level 0 is `record_leaves` itself; node (level, position) covers
 * the leaves [position·2^level, (position+1)·2^level). Append-only, like the leaves.
 */
export const recordNodes = pgTable(
  'record_nodes',
  {
    level: smallint().notNull(),
    position: bigint({ mode: 'number' }).notNull(),
    hash: bytes().notNull(),
  },
  (t) => [
    primaryKey({ name: 'record_nodes__level_position', columns: [t.level, t.position] }),
    check('record_nodes__level', sql`${t.level} between 1 and 52`),
    check('record_nodes__position', sql`${t.position} >= 0`),
  ],
);

/** Signed checkpoints: one per size, never a second of the same size. Append-only. */
export const recordCheckpoints = pgTable(
  'record_checkpoints',
  {
    size: bigint({ mode: 'number' }).notNull(),
    root: bytes().notNull(),
    /** The whole signed note. */
    note: text().notNull(),
    signedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'record_checkpoints__size', columns: [t.size] }),
    index('record_checkpoints__signed_at_idx').on(t.signedAt),
    check('record_checkpoints__size_least', sql`${t.size} >= 0`),
  ],
);

/**
 * Cosignatures of checkpoints by witnesses, verified before they are stored. A cosigned checkpoint
 * is never deleted. Append-only.
 */
export const recordCosignatures = pgTable(
  'record_cosignatures',
  {
    size: bigint({ mode: 'number' }).notNull(),
    /** Name and id of the witness's key: `name+id`. */
    witness: text().notNull(),
    /** As the witness states it, in whole seconds. */
    cosignedAt: instant().notNull(),
    /** The signature line without its newline. */
    line: text().notNull(),
  },
  (t) => [
    primaryKey({ name: 'record_cosignatures__size_witness', columns: [t.size, t.witness] }),
    // Finds the first cosigned checkpoint that holds a leaf, and its time, without reading the table.
    index('record_cosignatures__witness_idx').on(t.witness, t.size, t.cosignedAt),
  ],
);

/** The signing key, which identifies the record: one row. Append-only. */
export const recordKeys = pgTable(
  'record_keys',
  {
    id: smallint().notNull().default(1),
    /** The origin line of every checkpoint and the name of the key. */
    name: text().notNull(),
    publicKey: bytes().notNull(),
    /** The private key, encrypted under SECRET: a copy of the database cannot sign. */
    sealed: text().notNull(),
    createdAt: instant().notNull(),
    /** For the genesis: the last checkpoint of the record before this one, and why it ended. */
    previous: jsonb().$type<{ readonly note: string; readonly reason: string }>(),
  },
  (t) => [
    primaryKey({ name: 'record_keys__id', columns: [t.id] }),
    check('record_keys__only_one', sql`${t.id} = 1`),
    check('record_keys__name', sql`${t.name} ~ '^[^[:space:]+]+$'`),
  ],
);

/** How many leaves are in `record_hours`. One row, locked by the process that counts. */
export const recordProgress = pgTable(
  'record_progress',
  {
    id: smallint().notNull().default(1),
    countedTo: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'record_progress__id', columns: [t.id] }),
    check('record_progress__only_one', sql`${t.id} = 1`),
  ],
);

/** What is stated and missing of an hour; src/record/verify/coverage.ts says what each number is. */
export interface HourCoverage {
  covered: number;
  without: number;
  decided: number;
  noPrice: number;
  signals: number;
  voided: number;
}

/**
 * Sums of the statements of an hour, so that readers of figures do not wait for a count. Derived
 * from the leaves; can be deleted with the progress, and is then counted again.
 */
export const recordHours = pgTable(
  'record_hours',
  {
    /** Hours since 1970. */
    hour: integer().notNull(),
    /** Only leaves below this index have changed the row. */
    countedTo: bigint({ mode: 'number' }).notNull(),
    sums: jsonb().$type<HourSums>().notNull(),
    coverage: jsonb().$type<HourCoverage>().notNull(),
  },
  (t) => [primaryKey({ name: 'record_hours__hour', columns: [t.hour] })],
);

/**
 * What the engine computed the forecasts of a minute from, written in the transaction of their
 * leaf, which contains the hash of the line.
 */
export const minuteBars = pgTable(
  'minute_bars',
  {
    /** Start of the bar that had closed. */
    minute: instant().notNull(),
    /** A line of the day's file. */
    line: text().notNull(),
    /** The process that wrote it, and the number of its first input after this line. */
    run: uuid().notNull(),
    nextInput: integer().notNull(),
  },
  (t) => [primaryKey({ name: 'minute_bars__minute', columns: [t.minute] })],
);
