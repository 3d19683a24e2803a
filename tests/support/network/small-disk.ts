import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';

const canMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
if (!canMount) console.warn('Skipped, because this user may not mount a disk: that takes root (unshare -m).');

/** For tests of a full disk; skipped where none may be mounted, as in most containers. */
export const describeWithSmallDisk: (name: string, tests: () => void) => void = describe.skipIf(!canMount);

/** A file system of its own size in memory, seen only by what runs within its namespace. */
export async function mountSmallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'kurs-disk-'));
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=755 tmpfs ${folder} && echo ready && exec cat`;
  const holder = spawn('unshare', ['-m', 'sh', '-c', mount], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  const outside = `/proc/${holder.pid}/root${folder}`;
  const ballast = join(outside, 'ballast');
  return {
    folder,
    /** The command that runs another one where the disk is mounted. */
    within: ['nsenter', '-t', String(holder.pid), '-m', '--'],
    /** The folder as seen from outside. */
    outside,
    /** Writes until nothing fits any more; may be repeated. */
    fill: () => {
      const file = openSync(ballast, 'a');
      try {
        for (const block of [Buffer.alloc(1 << 20), Buffer.alloc(1 << 10)]) writeUntilFull(file, block);
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast),
    unmount: async () => {
      holder.stdin.end();
      await once(holder, 'close');
      rmSync(folder, { recursive: true });
    },
  };
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

export type SmallDisk = Awaited<ReturnType<typeof mountSmallDisk>>;
