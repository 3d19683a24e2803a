import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseArgs } from 'node:util';
import { getErrorCode, getErrorMessage } from '#domain/caught-error.ts';
import { StartError } from '#node/start-error.ts';
import { MarketFileError } from '#server/integrations/market-data/replay/read-market-file.ts';

/** An error that the operator can fix: printed as one sentence, exit code 2. */
export class UsageError extends Error {}

/**
 * Runs a command-line program: a usage error is one sentence and exit code 2, what keeps the product
 * from starting its message and exit code; a closed pipe ends it normally.
 */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  try {
    await main();
  } catch (error) {
    const requested = error instanceof StartError ? error.message : asUsageError(error);
    if (!requested) throw error;
    process.stderr.write(`${requested}\n`);
    process.exitCode = error instanceof StartError ? error.exitCode : 2;
  }
}

function asUsageError(error: unknown): string | null {
  if (error instanceof UsageError || error instanceof MarketFileError) return error.message;
  // node:util's parseArgs names the option and the error.
  return getErrorCode(error)?.startsWith('ERR_PARSE_ARGS') ? (getErrorMessage(error).split('\n')[0] ?? '') : null;
}

/** The argument of a command that takes exactly one and no options. */
export function parseOnlyArgument(usage: string): string {
  const [argument, ...more] = parseArgs({ allowPositionals: true, options: {} }).positionals;
  if (argument === undefined || more.length > 0) throw new UsageError(usage);
  return argument;
}

/** The product's settings, as it reads them itself. */
export function loadSettings(): void {
  if (existsSync('.env')) loadEnvFile('.env');
}
