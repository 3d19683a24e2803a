import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { minuteMs } from '#domain/time.ts';
import { createFindings } from '#record/verify/findings.ts';
import { verifyMirror } from '#scripts/record/verify-mirror.ts';
import { createMirrorFolder } from '#scripts/mirror/mirror-folder.ts';
import { runMirror } from '#scripts/mirror/run-mirror.ts';
import { replaceFile } from '#node/replace-file.ts';
import { memoryFolder } from '../network/memory-folder.ts';
import { publishLog, serveLog } from './published-log.ts';
import type { LogEntry } from './simulated-log.ts';

type Change = Parameters<typeof serveLog>[1];

/** A record on a server that can show another log at any time, and mirrors of it. */
export interface TestMirror {
  readonly address: string;
  readonly folder: string;
  readonly printed: string[];
  /** Signs what is shown, unless another is given. */
  readonly key: KeyObject;
  /** What the server shows from now on. `now`: what has opened by then is public. */
  show(entries: readonly LogEntry[], options?: { now?: number; key?: KeyObject; change?: Change }): void;
  /** One round of the mirror. `killAt`: the number of the write at which its process is killed. */
  mirror(killAt?: number): Promise<void>;
  /** Rounds until the stub of the pause between two throws. */
  poll(pause: () => Promise<void>): Promise<void>;
  /** Findings of the offline verification. */
  verify(): Promise<{ failures: number; output: string }>;
  /** Each file of the folder with its content. */
  files(): Promise<Map<string, Buffer>>;
  /** An empty folder. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

const lateEnough = Date.parse('2030-01-01T00:00:00.000Z');

export async function createTestMirror(entries: readonly LogEntry[]): Promise<TestMirror> {
  const { privateKey } = generateKeyPairSync('ed25519');
  let shown = publishLog(entries, lateEnough, [], privateKey);
  let changed: Change;
  const served = {
    items: [],
    witness: '',
    answer: (path: string, query: URLSearchParams) => shown.answer(path, query),
  };
  const { address, close } = await serveLog(served, (path, answer) => changed?.(path, answer) ?? answer);
  const folder = await mkdtemp(join(memoryFolder(), 'kurs-mirror-'));
  const printed: string[] = [];
  const print = (line: string): void => void printed.push(line);
  const noPause = async (): Promise<void> => undefined;
  return {
    address,
    folder,
    printed,
    key: privateKey,
    show: (next, { now = lateEnough, key = privateKey, change } = {}) => {
      shown = publishLog(next, now, [], key);
      changed = change;
    },
    mirror: (killAt) => {
      const mirror = killAt === undefined ? createMirrorFolder(folder) : killedAt(folder, killAt);
      return runMirror({ address, folder: mirror, once: true, print, fetchUrl: fetch, pause: noPause });
    },
    poll: (pause) =>
      runMirror({ address, folder: createMirrorFolder(folder), once: false, print, fetchUrl: fetch, pause }),
    verify: async () => {
      const lines: string[] = [];
      const findings = createFindings((line) => lines.push(line));
      await verifyMirror(createMirrorFolder(folder), findings);
      return { failures: findings.failures(), output: lines.join('\n') };
    },
    files: async () => {
      const found = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
      return new Map(
        await Promise.all(paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path)] as const)),
      );
    },
    clear: () => rm(folder, { recursive: true, force: true }),
    close: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export class Killed extends Error {}

/** Files are replaced atomically, so a kill falls between two of them. */
function killedAt(folder: string, killAt: number) {
  let writes = 0;
  return createMirrorFolder(folder, async (path, content) => {
    if (writes++ === killAt) throw new Killed();
    await replaceFile(path, content);
  });
}

export const logFrom = Date.parse('2026-03-02T09:00:00.000Z');
export const logMinutes = 400;
export const logEnd = logFrom + logMinutes * minuteMs;
