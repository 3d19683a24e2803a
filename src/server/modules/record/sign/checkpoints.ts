import type { FastifyBaseLogger } from 'fastify';
import type { WallClock } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { countLeaves, hasOpenSignals } from '../append/record.repository.ts';
import { openRecordKey, RecordError } from './record-key.ts';
import { type CheckpointRow, findLastCheckpoint } from './record-tree.ts';
import { hasDuty } from '#server/config/role.ts';
import type { Config } from '#server/config.ts';
import type { Platform } from '#server/start/platform.ts';
import { type NoteFile, recordFolder } from './note-file.ts';
import { createSignRecord } from './sign-record.ts';

export interface Checkpoints extends Repeating {
  /**
   * The newest one signed by any process; signs first when it has fewer leaves than `minSize` and
   * the record has more.
   */
  newest(minSize?: number): Promise<CheckpointRow | undefined>;
  /** One iteration; also what the timer runs. */
  poll(): Promise<void>;
  isSigning(): boolean;
}

interface CheckpointsDependencies {
  readonly db: Database;
  /** Null: another process signs. */
  readonly sign: (() => Promise<CheckpointRow>) | null;
  readonly bus: Bus;
  readonly clock: WallClock;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error' | 'fatal' | 'info'>;
}

/** How soon after a change it is signed and published. */
const periodMs = 1_000;
/** While signals are live the newest is published again, for streams that connected since. */
const repeatMs = 10_000;
/** Backoff after a record that no longer matches what was signed. */
const pauseMs = 30_000;

/**
 * Signs the record whenever it has grown, publishes to every stream, and stops signing with an
 * alarm when the record no longer matches what was signed.
 */
export function createCheckpoints({ db, sign, bus, clock, after, log }: CheckpointsDependencies): Checkpoints {
  let published: { readonly size: number; readonly at: number } | null = null;
  let signing: Promise<CheckpointRow> | null = null;
  let lastFault: string | null = null;
  let pausedUntil = 0;
  let isStopping = false;

  const publish = ({ size, note }: CheckpointRow): void => {
    published = { size, at: clock.now() };
    bus.publish({ name: 'checkpoint', data: { note }, userId: null, id: null });
  };

  /** Shared by concurrent callers. */
  const signOnce = async (): Promise<CheckpointRow> => {
    if (!sign) throw new Error('another process signs the record');
    if (clock.now() < pausedUntil) throw new RecordError('the record was found changed a moment ago');
    signing ??= sign()
      .then((row) => {
        if (lastFault !== null) log.info('signing the record resumed');
        lastFault = null;
        if (published?.size !== row.size) publish(row);
        return row;
      })
      .catch((error: unknown) => {
        if (error instanceof RecordError) pausedUntil = clock.now() + pauseMs;
        alarm(error);
        throw error;
      })
      .finally(() => {
        signing = null;
      });
    return signing;
  };

  /** Each error once, until it changes or ends. */
  const alarm = (error: unknown): void => {
    const text = String(error);
    if (text === lastFault || isStopping) return;
    lastFault = text;
    if (error instanceof RecordError) log.fatal({ err: error }, `signing of the record stopped: ${error.message}`);
    else log.error({ err: error }, 'signing the record failed; retrying');
  };

  const poll = async (): Promise<void> => {
    if (clock.now() < pausedUntil) return;
    if (published === null || lastFault !== null || (await countLeaves(db)) !== published.size) {
      await signOnce();
      return;
    }
    if (clock.now() - published.at < repeatMs || !(await hasOpenSignals(db))) return;
    const last = await findLastCheckpoint(db);
    if (last) publish(last);
  };

  const polling = repeat({ firstAfterMs: 0, everyMs: periodMs, task: poll, onError: alarm, after });

  return {
    poll,
    start: polling.start,
    stop: () => {
      isStopping = true;
      return polling.stop();
    },
    newest: async (minSize = 0) => {
      const last = await findLastCheckpoint(db);
      if (last && (last.size >= minSize || last.size === (await countLeaves(db)))) return last;
      // If signing fails now, the last one stays the newest. One under way may have begun before the newest leaf.
      return signOnce()
        .then((row) => (row.size < minSize ? signOnce() : row))
        .catch(() => last);
    },
    isSigning: () => lastFault === null,
  };
}

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
