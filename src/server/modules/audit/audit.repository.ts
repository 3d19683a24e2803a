import { desc } from 'drizzle-orm';
import type { Transaction } from '#server/database/connection.ts';
import { auditLog } from '#server/database/signal-tables.ts';

export const findLastHash = async (tx: Transaction): Promise<Buffer | null> =>
  (await tx.select({ hash: auditLog.hash }).from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]?.hash ?? null;
