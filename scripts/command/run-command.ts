import { UsageError } from './usage-error.ts';
import { StartError } from '#node/start-error.ts';
import { MarketFileError } from '#server/integrations/market-data/replay/read-market-file.ts';
import { getErrorCode, getErrorMessage } from '#domain/caught-error.ts';

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
