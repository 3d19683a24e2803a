import { open } from 'node:fs/promises';

/**
 * The directory must be synced too for the name of a new file to survive a power failure; Windows
 * cannot open directories.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
