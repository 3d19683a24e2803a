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
 * How far a process that knows SECRET has audited and signed the record, so that the next one signs
 * before it has read all of it. One row; removed when an audit fails.
 */
export const recordAuditMark = pgTable(
  'record_audit_mark',
  {
    id: smallint().notNull().default(1),
    size: bigint({ mode: 'number' }).notNull(),
    root: bytes().notNull(),
    /** Link of the chain at the last of these leaves, which finds their end in the journal. */
    chainHash: bytes().notNull(),
    /** HMAC-SHA-256 of the above under a key derived from SECRET. */
    mac: bytes().notNull(),
  },
  (t) => [
    primaryKey({ name: 'record_audit_mark__id', columns: [t.id] }),
    check('record_audit_mark__only_one', sql`${t.id} = 1`),
    check('record_audit_mark__size', sql`${t.size} >= 0`),
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

/**
 * Successive signing keys: the record is identified by the first, which handed it over to the next.
 * Append-only.
 */
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
    /** This key signs checkpoints larger than this size. */
    fromSize: bigint({ mode: 'number' }).notNull().default(0),
    /** Note signed by the previous key and this one; null: this is the first key. */
    handover: text(),
  },
  (t) => [
    primaryKey({ name: 'record_keys__id', columns: [t.id] }),
    check('record_keys__handover', sql`(${t.id} = 1) = (${t.handover} is null)`),
    check('record_keys__from_size', sql`${t.fromSize} >= 0`),
    check('record_keys__name', sql`${t.name} ~ '^[^[:space:]+]+$'`),
  ],
);
