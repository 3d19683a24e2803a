import { getErrorCode } from '#domain/read-error.ts';

/**
 * The server ended a session that was idle for a minute, which a pool does after ten seconds: this
 * process was suspended, or its machine too busy to run its timers. No query is affected.
 */
export const isIdleTimeout = (error: unknown): boolean => getErrorCode(error) === '57P05';
