import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';

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

/** Where the record of each feed continues; changes in the transaction that appends its leaves. */
export const recordFeeds = pgTable(
  'record_feeds',
  {
    feed: text().notNull(),
    nextSeq: bigint({ mode: 'number' }).notNull(),
    /** Issue of its newest statement. */
    newestAt: instant(),
    /** Every minute before this one has a forecast leaf or lies in a gap. */
    coveredTo: instant(),
  },
  (t) => [
    primaryKey({ name: 'record_feeds__feed', columns: [t.feed] }),
    check('record_feeds__next_seq', sql`${t.nextSeq} >= 0`),
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
  },
  (t) => [
    primaryKey({ name: 'record_keys__id', columns: [t.id] }),
    check('record_keys__only_one', sql`${t.id} = 1`),
    check('record_keys__name', sql`${t.name} ~ '^[^[:space:]+]+$'`),
  ],
);
