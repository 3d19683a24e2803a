import { statfs } from 'node:fs/promises';
import { getErrorCode } from '#domain/caught-error.ts';
import { requireWritable } from '#server/files/data-folder.ts';
import { StartError } from '#node/start-error.ts';
import type { Finding } from './findings.ts';

/** The first major version that runs TypeScript directly. */
const oldestNode = 24;

/** `version`: as process.versions.node. */
export const checkNode = (version: string): Finding => ({
  code: Number.parseInt(version, 10) >= oldestNode ? 'node_ok' : 'node_old',
  detail: version,
});

const gibibyte = 2 ** 30;
/** What a product with 1,000 users stores in a year (docs/operating.md). */
const lowGib = 5;
/** A day of logs and bars, and the write-ahead log of the embedded database. */
const fullGib = 0.5;

/** Space and rights of the data folder, which is created if it is missing. */
export async function checkDisk(dataDir: string): Promise<Finding> {
  try {
    requireWritable(dataDir);
  } catch (error) {
    if (error instanceof StartError || getErrorCode(error)) return { code: 'disk_locked', detail: dataDir };
    throw error;
  }
  return judgeSpace(await readFreeBytes(dataDir));
}

export async function readFreeBytes(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize;
}

export function judgeSpace(bytes: number): Finding {
  const gib = bytes / gibibyte;
  const detail = `${gib.toFixed(1)} GiB`;
  if (gib < fullGib) return { code: 'disk_full', detail };
  return { code: gib < lowGib ? 'disk_low' : 'disk_ok', detail };
}
