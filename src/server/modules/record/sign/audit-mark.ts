import { timingSafeEqual } from 'node:crypto';
import type { Database, Transaction } from '#server/database/connection.ts';
import { recordAuditMark } from '#server/database/tables/record-tables.ts';
import type { KnownHead } from './audit-record.ts';
import type { RecordKey } from './record-key.ts';

/** These leaves were audited and signed by a process that knows SECRET. */
export interface AuditMark extends KnownHead {
  /** Link of the chain at the last of them. */
  readonly chainHash: Buffer;
}

/** Null: there is none, or it was not written under this SECRET for this record. */
export async function findAuditMark(db: Database, key: RecordKey): Promise<AuditMark | null> {
  const [row] = await db.select().from(recordAuditMark);
  if (!row) return null;
  const mac = computeMac(row, key);
  return row.mac.length === mac.length && timingSafeEqual(row.mac, mac) ? row : null;
}

export async function saveAuditMark(tx: Transaction, key: RecordKey, mark: AuditMark): Promise<void> {
  const { size, root, chainHash } = mark;
  const row = { size, root, chainHash, mac: computeMac(mark, key) };
  await tx.insert(recordAuditMark).values(row).onConflictDoUpdate({ target: recordAuditMark.id, set: row });
}

export const removeAuditMark = async (tx: Transaction): Promise<void> => {
  await tx.delete(recordAuditMark);
};

/** For this record alone, which its first key identifies. */
const computeMac = ({ size, root, chainHash }: AuditMark, { authenticate, terms }: RecordKey): Buffer =>
  authenticate(
    ['audit mark', terms[0]?.vkey ?? '', size, root.toString('base64'), chainHash.toString('base64')].join('\n'),
  );
