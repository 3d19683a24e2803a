import { inspect } from 'node:util';
import { isObject } from '#domain/is-object.ts';
import { ConfigError } from './config.ts';
import { codeOf } from '#domain/read-error.ts';
import { StartError } from './start-error.ts';

/**
 * Prints a plain message for errors that the operator can fix, and a stack trace for all others.
 */
export function exitOnError(error: unknown): never {
  console.error(`\n${wordsOf(error)}\n`);
  process.exit(error instanceof ConfigError ? 78 : error instanceof StartError ? error.exitCode : 1);
}

function wordsOf(error: unknown): string {
  if (error instanceof ConfigError)
    return `These settings are wrong:\n\n  ${error.message.replaceAll('\n', '\n  ')}\n\n.env.example explains each.`;
  if (error instanceof StartError) return error.message;
  const code = codeOf(error);
  const path = isObject(error) && typeof error.path === 'string' ? error.path : '';
  if (path && (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')) {
    return `${path} cannot be written by this user (${code}).\nGive this user the folder, or choose another one with DATA_DIR.`;
  }
  if (code === 'ENOSPC') return 'The disk is full. Make room, or choose another folder with DATA_DIR.';
  // With its causes: a failed query says why only there.
  return `The product could not start.\n${inspect(error)}`;
}
