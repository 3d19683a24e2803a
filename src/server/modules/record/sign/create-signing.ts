import { hasDuty } from '#server/config/role.ts';
import type { Config } from '#server/config.ts';
import type { Platform } from '#server/start/platform.ts';
import { createCheckpoints } from './checkpoints.ts';
import { type NoteFile, recordFolder } from './note-file.ts';
import { openRecordKey } from './record-key.ts';
import { createSignRecord } from './sign-record.ts';

interface SigningDependencies {
  readonly config: Pick<Config, 'role' | 'secret' | 'publicUrl' | 'dataDir'>;
  readonly platform: Pick<Platform, 'db' | 'leaderDb' | 'clock' | 'scheduler' | 'bus' | 'crashPoint' | 'log'>;
  readonly openNoteFile: (folder: string) => NoteFile;
}

/** The key of the record, its folder, and the checkpoints that the leader signs. */
export async function createSigning({ config, platform, openNoteFile }: SigningDependencies) {
  const { db, leaderDb, clock, scheduler, bus, crashPoint, log } = platform;
  const { secret, publicUrl } = config;
  const key = await openRecordKey({ db, secret, name: getOrigin(publicUrl), clock });
  const folder = recordFolder(config.dataDir, key);
  const stopping = new AbortController();
  const { signal } = stopping;
  const sign = createSignRecord({ db: leaderDb, key, noteFile: openNoteFile(folder), clock, signal, crashPoint });
  const leads = hasDuty(config.role, 'lead');
  const checkpoints = createCheckpoints({ db, sign: leads ? sign : null, bus, clock, after: scheduler.after, log });
  return {
    key,
    /** Where the record keeps its files. */
    folder,
    checkpoints,
    stop: async (): Promise<void> => {
      stopping.abort();
      await checkpoints.stop();
    },
  };
}

/** As C2SP recommends: a URL without its scheme. */
const getOrigin = (publicUrl: string): string => `${new URL(publicUrl).host}/record`;
