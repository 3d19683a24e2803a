import { and, desc, eq, sql } from 'drizzle-orm';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { parseFactor } from '#domain/statistics/calibration-factor.ts';
import { type CalibrationLeaf, isCalibrationLeaf, parseLeaf } from '#record/leaf.ts';
import type { Database } from '#server/database/connection.ts';
import { recordLeaves } from '#server/database/schema.ts';
import type { ReadCalibrations, RecordedCalibration } from '../record.api.ts';

interface ReadCalibrationsDependencies {
  readonly db: Database;
  readonly feed: string;
  /** A calibration holds for one version of a model's file. */
  readonly versions: ReadonlyMap<AiModelKey, { readonly version: string }>;
}

/** Beyond this, the newest one of a model belongs to another version of its file. */
const maxRead = 100;

/** The record itself is the only place where a calibration is stored. */
export const createReadCalibrations =
  (needs: ReadCalibrationsDependencies): ReadCalibrations =>
  async (feed = needs.feed) => {
    const { db, versions } = needs;
    const rows = await db
      .select({ leaf: recordLeaves.leaf, leafHash: recordLeaves.leafHash })
      .from(recordLeaves)
      .where(and(eq(recordLeaves.kind, 'calibration'), sql`${recordLeaves.leaf}::jsonb ->> 'feed' = ${feed}`))
      .orderBy(desc(recordLeaves.index))
      .limit(maxRead);
    const newest = new Map<AiModelKey, RecordedCalibration>();
    for (const { leaf: text, leafHash } of rows) {
      const leaf = parseLeaf(text);
      if (!isCalibrationLeaf(leaf) || newest.has(leaf.model)) continue;
      if (leaf.version === versions.get(leaf.model)?.version) newest.set(leaf.model, toRecorded(leaf, leafHash));
    }
    return newest;
  };

const toRecorded = ({ from, to, at, decisions, factors }: CalibrationLeaf, leafHash: Buffer): RecordedCalibration => ({
  from: Date.parse(from),
  to: Date.parse(to),
  at: Date.parse(at),
  decisions,
  factors: factors.flatMap((line) => parseFactor(line) ?? []),
  leafHash: leafHash.toString('hex'),
});
