import { setTimeout as pause } from 'node:timers/promises';
import { getErrorCode } from '#domain/caught-error.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import { StartError } from '#node/start-error.ts';
import { describeDatabase, describeExit, toDatabaseStartError } from './database-start-error.ts';
import { isDatabaseUnavailable } from './connection-errors.ts';

interface WaitForDatabaseDependencies {
  readonly url: string;
  readonly print: (line: string) => void;
  /** Of an embedded server: resolves when it ends, with the last lines of its log. */
  readonly exited?: Promise<string> | undefined;
  /** Milliseconds; never goes back. */
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

const giveUpAfterMs = minuteMs;
const retryAfterMs = secondMs;

/**
 * Opens what needs the database, again for a minute while it does not answer: it may still be
 * starting, or the machine be busy. Throws one plain sentence after that, and at once when waiting
 * cannot help.
 */
export async function waitForDatabase<Opened>(
  open: () => Promise<Opened>,
  { url, print, exited, now = () => performance.now(), wait = pause }: WaitForDatabaseDependencies,
): Promise<Opened> {
  const where = describeDatabase(url);
  const startedAt = now();
  let log: string | null = null;
  void exited?.then((lines) => (log = lines));
  for (let attempt = 1; ; attempt++) {
    try {
      return await open();
    } catch (error) {
      if (!isAway(error)) throw toDatabaseStartError(error, url) ?? error;
      if (log !== null) throw new StartError(describeExit(log));
      if (now() - startedAt >= giveUpAfterMs)
        throw new StartError(
          `The database at ${where} has not answered for a minute, in ${attempt} attempts to connect. Start it, or correct DATABASE_URL.`,
        );
      if (attempt === 1) print(`Waiting for the database at ${where}…`);
    }
    await wait(retryAfterMs);
  }
}

/** A migration waits for its locks by itself. */
const isAway = (error: unknown): boolean => isDatabaseUnavailable(error) && getErrorCode(error) !== lockNotAvailable;
const lockNotAvailable = '55P03';
