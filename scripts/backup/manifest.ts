import { createHmac } from 'node:crypto';
import { z } from 'zod';

/** A table or its rows: which columns, in the order of the stored lines. */
const TableManifest = z.object({
  /** Quoted, with its schema. */
  name: z.string(),
  columns: z.array(z.string()),
});
export type TableManifest = z.infer<typeof TableManifest>;

/** The first file of a backup. */
export const Manifest = z.object({
  form: z.literal('kurs-backup/1'),
  /** The instant of the snapshot, ISO 8601 UTC. */
  madeAt: z.iso.datetime(),
  release: z.string(),
  postgres: z.string(),
  /** `created_at` of each applied migration. */
  migrations: z.array(z.number()),
  /** In an order in which each comes after those that it refers to. */
  tables: z.array(TableManifest),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  /** HMAC-SHA256 under SECRET, by which a restore recognises the SECRET that opens what is sealed. */
  secretMark: z.string(),
});
export type Manifest = z.infer<typeof Manifest>;

/** The last file of a backup: what it must hold to be whole. */
export const Totals = z.object({
  /** SHA-256 over the names, lengths and bytes of all files before. */
  sha256: z.string(),
  rows: z.record(z.string(), z.number()),
});
export type Totals = z.infer<typeof Totals>;

export const computeSecretMark = (secret: string): string =>
  createHmac('sha256', secret).update('backup').digest('hex');
