import { randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folder.ts';

/** Named points at which a test kills the process. */
export type ReplaceStep = 'draft-written' | 'renamed' | 'replaced';

interface Options {
  readonly mode?: number;
  readonly onStep?: (step: ReplaceStep) => void;
}

/**
 * Replaces a file atomically and durably: a crash or a power cut leaves the old or the new content,
 * never a partial one.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  { mode, onStep }: Options = {},
): Promise<void> {
  // Unique: another process on this folder may be writing too.
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'w', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  onStep?.('draft-written');
  await rename(draft, path);
  onStep?.('renamed');
  await syncFolder(dirname(path));
  onStep?.('replaced');
}
