import { inspect } from 'node:util';
import { isObject } from '#domain/objects.ts';
import { getErrorCode } from '#domain/caught-error.ts';
import { ConfigError } from '../config.ts';
import { notWritable } from '../files/data-folder.ts';
import { StartError } from '#node/start-error.ts';

/**
 * Prints a plain message for errors that the operator can fix, and a stack trace for all others.
 */
export function exitOnError(caught: unknown): never {
  const error = toStartError(caught);
  console.error(`\n${describeError(error)}\n`);
  process.exit(error instanceof ConfigError ? 78 : error instanceof StartError ? error.exitCode : 1);
}

/** A file or a folder that this user may not write must be fixed by the operator, wherever the error occurred. */
function toStartError(error: unknown): unknown {
  const path = isObject(error) && typeof error.path === 'string' ? error.path : null;
  return (path !== null && notWritable(path, error)) || error;
}

function describeError(error: unknown): string {
  if (error instanceof ConfigError)
    return `These settings are wrong:\n\n  ${error.message.replaceAll('\n', '\n  ')}\n\n.env.example explains each; CONTRIBUTING.md, "A brand", what is in its folder.`;
  if (error instanceof StartError) return error.message;
  if (getErrorCode(error) === 'ENOSPC') return 'The disk is full. Make room, or choose another folder with DATA_DIR.';
  // With its causes, which contain the reason why a query failed.
  return `The product could not start.\n${inspect(error)}`;
}

/**
 * Ctrl-C arrives from the terminal and again through npm: within this time both count as one
 * signal.
 */
const sameSignalMs = 1_000;
const stopWithinMs = 9_500;

/**
 * SIGINT, SIGTERM, or the end of the launcher stop the product in order; a second signal ends it at
 * once.
 */
export function stopOnSignals({ stop }: { stop: () => Promise<void> }): void {
  let requestedAt: number | null = null;
  const onSignal = () => {
    const now = performance.now();
    if (requestedAt !== null && now - requestedAt > sameSignalMs) process.exit(130);
    if (requestedAt !== null) return;
    requestedAt = now;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.on('disconnect', onSignal);
}
