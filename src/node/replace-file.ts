import { randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folder.ts';

/**
 * Replaces a file atomically and durably: a crash or a power cut leaves the old or the new content,
 * never a partial one.
 */
export async function replaceFile(path: string, content: string): Promise<void> {
  // Unique: another process on this folder may be writing too.
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}
