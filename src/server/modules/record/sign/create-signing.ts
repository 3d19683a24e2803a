import { hasDuty } from '#server/config/role.ts';
import type { Config } from '#server/config.ts';
import type { Platform } from '#server/start/platform.ts';
import { findCosignedSize } from '../witnesses/cosignatures.repository.ts';
import { type OpenRecordFiles, recordFolder } from '../journal/record-files.ts';
import { createBackgroundAudit } from './audit-record.ts';
import { createCheckpoints, withKeyOfToday } from './checkpoints.ts';
import { openRecordKey } from './record-key.ts';
import type { CheckpointRow } from './record-tree.repository.ts';
import { createSignRecord } from './sign-record.ts';

interface SigningDependencies {
  readonly config: Pick<Config, 'role' | 'secret' | 'publicUrl' | 'dataDir'>;
  readonly platform: Pick<Platform, 'db' | 'leaderDb' | 'clock' | 'scheduler' | 'bus' | 'crashPoint' | 'log'>;
  readonly openRecordFiles: OpenRecordFiles;
  /** A shorter record is audited before its first signature. */
  readonly besideFromSize: number | undefined;
}

/** The key of the record, its files, and the checkpoints that the leader signs with both. */
export async function createSigning({ config, platform, openRecordFiles, besideFromSize }: SigningDependencies) {
  const { db, leaderDb, clock, scheduler, bus, crashPoint, log } = platform;
  const { after } = scheduler;
  const { secret, publicUrl } = config;
  const key = await openRecordKey({ db, secret, name: getOrigin(publicUrl), clock });
  const folder = recordFolder(config.dataDir, key);
  const files = openRecordFiles(folder, crashPoint);
  const { memory, journal, bars, cosigned } = files;
  const stopping = new AbortController();
  const audit = createBackgroundAudit({ onError: (error) => checkpoints.fail(error) });
  const signGrown = createSignRecord({
    db: leaderDb,
    key,
    memory,
    journal,
    bars,
    clock,
    signal: stopping.signal,
    auditBeside: audit.run,
    besideFromSize,
    crashPoint,
  });
  /** Null: the cosigned checkpoints that a restored database lacks were added. */
  let cosignedSize: number | null = await findCosignedSize(db);
  const restored = Promise.withResolvers<void>();
  const sign = async (): Promise<CheckpointRow> => {
    const row = await signGrown();
    if (cosignedSize !== null) await cosigned.restore(db, cosignedSize);
    cosignedSize = null;
    restored.resolve();
    return withKeyOfToday(row, key.terms);
  };
  const leads = hasDuty(config.role, 'lead');
  const checkpoints = createCheckpoints({ db, sign: leads ? sign : null, bus, clock, after, log });
  return {
    key,
    /** Where the record keeps its files. */
    folder,
    files,
    checkpoints,
    /** Resolves once the cosignatures that a restored database lacks are in it. */
    cosignedRestored: restored.promise,
    /** After the audit that runs. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await checkpoints.stop();
      await audit.ended();
    },
  };
}

/** As C2SP recommends: a URL without its scheme. */
const getOrigin = (publicUrl: string): string => `${new URL(publicUrl).host}/record`;
