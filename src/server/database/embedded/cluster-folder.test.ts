import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { memoryFolder } from '#tests/support/network/memory-folder.ts';
import { prepareClusterFolder } from './cluster-folder.ts';

// Only root starts PostgreSQL under another account.
it.runIf(process.getuid?.() === 0)('preserves a database that the account can no longer enter', () => {
  const dataDir = mkdtempSync(join(memoryFolder(), 'kurs-folder-'));
  const cluster = join(dataDir, 'postgres', 'cluster');
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, 'PG_VERSION'), '18\n');
  chmodSync(dataDir, 0o700);
  const print = vi.fn<(line: string) => void>();
  expect(() => prepareClusterFolder(dataDir, { uid: 65_534, gid: 65_534 }, print)).toThrow(
    /cannot enter or write .*postgres/,
  );
  expect(readdirSync(cluster)).toEqual(['PG_VERSION']);
  expect(print).not.toHaveBeenCalled();
  rmSync(dataDir, { recursive: true });
});
