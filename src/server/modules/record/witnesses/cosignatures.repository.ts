import { and, asc, desc, eq, gt, gte, sql } from 'drizzle-orm';
import { type NoteSignature, signatureLine } from '#record/signed-note.ts';
import type { Database } from '#server/database/connection.ts';
import { recordCheckpoints, recordCosignatures } from '#server/database/tables/record-tables.ts';
import type { CheckpointRow } from '../sign/record-tree.ts';

interface VerifiedCosignature {
  readonly size: number;
  /** `name+id`. */
  readonly witness: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly signature: NoteSignature;
}

/** The first one of a witness for a size stays. */
export const insertCosignature = async (
  db: Database,
  { size, witness, time, signature }: VerifiedCosignature,
): Promise<void> => {
  const row = { size, witness, cosignedAt: new Date(time * 1000), line: signatureLine(signature).trimEnd() };
  await db.insert(recordCosignatures).values(row).onConflictDoNothing();
};

/** The largest checkpoint that this witness cosigned. */
export const findLastCosigned = async (
  db: Database,
  witness: string,
): Promise<{ size: number; cosignedAt: Date } | undefined> =>
  (
    await db
      .select({ size: recordCosignatures.size, cosignedAt: recordCosignatures.cosignedAt })
      .from(recordCosignatures)
      .where(eq(recordCosignatures.witness, witness))
      .orderBy(desc(recordCosignatures.size))
      .limit(1)
  )[0];

const cosignatureLines = sql<string>`(
  select coalesce(string_agg(s.line || chr(10), '' order by s.witness), '')
  from record_cosignatures s where s.size = record_checkpoints.size)`;

export const readCosignedNote = async (db: Database, { size, note }: CheckpointRow): Promise<string> => {
  const [found] = await db
    .select({ lines: cosignatureLines })
    .from(recordCheckpoints)
    .where(eq(recordCheckpoints.size, size));
  return note + (found?.lines ?? '');
};

/**
 * Every checkpoint that at least one witness cosigned, by size; the note has the cosignatures as
 * further signature lines.
 */
export const listCosigned = async (db: Database, from: number, limit: number) => {
  const sizes = db
    .selectDistinct({ size: recordCosignatures.size })
    .from(recordCosignatures)
    .where(gte(recordCosignatures.size, from))
    .orderBy(asc(recordCosignatures.size))
    .limit(limit)
    .as('sizes');
  const rows = await db
    .select({ size: recordCheckpoints.size, note: recordCheckpoints.note, lines: cosignatureLines })
    .from(recordCheckpoints)
    .innerJoin(sizes, eq(sizes.size, recordCheckpoints.size))
    .orderBy(asc(recordCheckpoints.size));
  return rows.map(({ size, note, lines }) => ({ size, note: note + lines }));
};

/** The largest checkpoint of more than `size` leaves with this many cosignatures. */
export const findCosignedAfter = async (
  db: Database,
  size: number,
  minCosignatures: number,
): Promise<CheckpointRow | undefined> =>
  (
    await db
      .select()
      .from(recordCheckpoints)
      .where(
        and(
          gt(recordCheckpoints.size, size),
          sql`(select count(*) from record_cosignatures s where s.size = record_checkpoints.size) >= ${minCosignatures}`,
        ),
      )
      .orderBy(desc(recordCheckpoints.size))
      .limit(1)
  )[0];

interface ProofQuery {
  readonly indices: readonly number[];
  /** `name+id` of each witness that counts. */
  readonly witnesses: readonly string[];
  /** At least 1. */
  readonly quorum: number;
}

/**
 * For each leaf the earliest time (ms) at which this many of the witnesses had cosigned a
 * checkpoint that holds it; null: they have not. One index probe per leaf and witness.
 */
export const listProvenTimes = async (
  db: Database,
  { indices, witnesses, quorum }: ProofQuery,
): Promise<(number | null)[]> => {
  const { rows } = await db.execute<{ provenAt: number | null }>(sql`
    select (
      select (extract(epoch from first.cosigned_at) * 1000)::float8
      from jsonb_array_elements_text(${JSON.stringify(witnesses)}::jsonb) w(id)
      cross join lateral (
        select c.cosigned_at from record_cosignatures c
        where c.witness = w.id and c.size > l.leaf::bigint order by c.size limit 1) first
      order by first.cosigned_at offset ${quorum - 1} limit 1) as "provenAt"
    from jsonb_array_elements_text(${JSON.stringify(indices)}::jsonb) with ordinality l(leaf, at)
    order by l.at`);
  return rows.map(({ provenAt }) => provenAt);
};
