import { pino } from 'pino';

export const silentLog = pino({ level: 'silent' });

/** Adds each entry of a level from `warn` on. */
export const logTo = (entries: Record<string, unknown>[]) =>
  pino({ level: 'warn' }, { write: (line) => void entries.push(JSON.parse(line)) });
