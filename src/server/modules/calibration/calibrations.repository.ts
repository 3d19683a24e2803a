import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#server/database/connection.ts';
import { recordLeaves } from '#server/database/schema.ts';

export const hasCalibrationLeaf = async (tx: Transaction, signalId: string): Promise<boolean> =>
  (
    await tx
      .select({ index: recordLeaves.index })
      .from(recordLeaves)
      .where(and(eq(recordLeaves.signalId, signalId), eq(recordLeaves.kind, 'calibration')))
  ).length > 0;
