import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pause } from '#research/history/pause.ts';
import { UsageError } from '#research/bars/usage-error.ts';
import { StartError } from '#node/start-error.ts';
import { lockFolder } from '../src/witness/lock-folder.ts';
import { folderToWrite } from './command/place.ts';
import { runCommand } from './command/run-command.ts';
import { createMirrorFolder } from './mirror/mirror-folder.ts';
import { runMirror } from './mirror/run-mirror.ts';
import { Contradiction } from './mirror/tile-source.ts';

/**
 * npm run mirror -- https://kurs.example [--folder data/mirror] [--once]
 * Keeps a copy of a record (C2SP tlog-tiles) and checks each minute that the record continues it.
 * Exit code 1: the record contradicts the copy, which stays as it was; 2: the record was not read.
 */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { folder: { type: 'string', default: 'data/mirror' }, once: { type: 'boolean', default: false } },
  });
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0 || !/^https?:\/\//.test(address))
    throw new UsageError('Name the record by its address: http://… or https://….');
  const place = folderToWrite('folder', values.folder);
  mkdirSync(place, { recursive: true });
  const release = lock(place);
  try {
    const print = (line: string): void => void process.stdout.write(`${new Date().toISOString()} ${line}\n`);
    await runMirror({ address, folder: createMirrorFolder(place), once: values.once, print, fetchUrl: fetch, pause });
  } catch (error) {
    if (!(error instanceof Contradiction)) throw error;
    process.stderr.write(`FAILS  ${error.message}\n`);
    process.exitCode = 1;
  } finally {
    release();
  }
});

function lock(folder: string): () => void {
  try {
    return lockFolder(folder);
  } catch (error) {
    throw error instanceof StartError ? new UsageError(error.message) : error;
  }
}
