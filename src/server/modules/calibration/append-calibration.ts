import { and, eq } from 'drizzle-orm';
import { toInstant } from '#contract/wire.ts';
import type { CalibrationLeaf } from '#record/leaf.ts';
import { recordLeaves } from '#server/database/schema.ts';
import type { CrashHook } from '#server/start/crash-points.ts';
import { type Database, type Transaction, inTransaction } from '#server/database/connection.ts';
import { appendLeaves, lockFeed } from '#server/modules/record/append/append-leaves.ts';
import { toUuid } from '#node/sha256.ts';

export type EstimatedCalibration = Omit<CalibrationLeaf, 'form' | 'at'>;

/** False: this model was calibrated up to this instant before. */
export type AppendCalibration = (calibration: EstimatedCalibration, now: number) => Promise<boolean>;

/** Records a calibration, once for each model file, feed and end of the period. */
export const createAppendCalibration =
  (db: Database, crashPoint: CrashHook): AppendCalibration =>
  async (calibration, now) => {
    const { feed } = calibration;
    const signalId = calibrationId(calibration);
    const isNew = await inTransaction(db, async ({ tx }) => {
      const { newestAt } = await lockFeed(tx, feed);
      if (await hasCalibrationLeaf(tx, signalId)) return false;
      const at = Math.max(now, newestAt);
      const leaf: CalibrationLeaf = { form: 'calibration/1', ...calibration, at: toInstant(at) };
      await appendLeaves(tx, [{ kind: 'calibration', signalId, at: new Date(at), leaf }]);
      crashPoint('calibration.before-commit');
      return true;
    });
    if (isNew) crashPoint('calibration.after-commit');
    return isNew;
  };

const calibrationId = ({ feed, model, version, to }: EstimatedCalibration): string =>
  toUuid(`calibration ${to} ${model} ${version} ${feed}`);

const hasCalibrationLeaf = async (tx: Transaction, signalId: string): Promise<boolean> =>
  (
    await tx
      .select({ index: recordLeaves.index })
      .from(recordLeaves)
      .where(and(eq(recordLeaves.signalId, signalId), eq(recordLeaves.kind, 'calibration')))
  ).length > 0;
