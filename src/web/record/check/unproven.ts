import { minuteMs } from '#domain/time.ts';
import type { Stored } from '#web/storage/stored.ts';

/** A restart or a bad connection must not raise an alarm; a server that refuses the proof must. */
const limits = { attempts: 5, durationMs: 10 * minuteMs } as const;

/**
 * Whether the server has failed often enough, and for long enough, to prove that the record extends
 * the saved checkpoint.
 */
export const isUnproven = ({ since, newest, attempts }: Stored<'record-unproven'>): boolean =>
  attempts >= limits.attempts && newest - since >= limits.durationMs;
