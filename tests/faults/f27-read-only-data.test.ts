import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireWritable } from '#server/files/data-folder.ts';
import { describeWithSmallDisk, mountSmallDisk, type SmallDisk } from '#tests/support/network/small-disk.ts';

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
const server = new URL('../../src/server/', import.meta.url);
const checking = `
  import { requireWritable } from '${server}files/data-folder.ts';
  import { exitOnError } from '${server}start/exit-on-error.ts';
  try { requireWritable(process.argv[1]) } catch (error) { exitOnError(error) }
`;

/** Runs Node where this path of the disk is mounted read-only. */
function runWithReadOnly(path: string, ...args: readonly string[]) {
  const script = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
  const within = [...disk.within, 'unshare', '-m', 'sh', '-c', script, path];
  const [program = '', ...rest] = [...within, process.execPath, ...args];
  const env = { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: disk.folder };
  const { status, stderr } = spawnSync(program, rest, { env });
  return { status, lines: stderr.toString().trim().split('\n') };
}

let disk: SmallDisk;

describeWithSmallDisk('F27: a data folder that cannot be written ends the start with one sentence', () => {
  beforeAll(async () => {
    disk = await mountSmallDisk(4);
  });
  afterAll(() => disk.unmount());

  it('before anything else is started', { timeout: 60_000 }, () => {
    const { status, lines } = runWithReadOnly(disk.folder, main);
    expect([status, lines]).toEqual([78, [expect.stringContaining(`The data folder ${disk.folder} `)]]);
    expect(lines[0]).toMatch(/read-only file system: make it writable .* DATA_DIR\.$/);
  });

  it('when a journal in it cannot be written, but not for a finished export', () => {
    const record = join('record', '0a1b2c3d');
    mkdirSync(join(disk.outside, record), { recursive: true });
    const start = (name: string) => {
      writeFileSync(join(disk.outside, record, name), '');
      return runWithReadOnly(join(disk.folder, record, name), '--input-type=module', '-e', checking, disk.folder);
    };
    const words = `The data folder ${disk.folder} (${join(disk.folder, record, 'leaves.ndjson')}) cannot be written`;
    expect(start('leaves.ndjson')).toEqual({ status: 78, lines: [expect.stringContaining(words)] });
    expect(start('2026-03-02.ndjson.gz').status).toBe(0);
  });
});

it('F27: a data folder where the system allows none ends the start too', () => {
  expect(() => requireWritable('/proc/kurs/data')).toThrow('No folder can be created at /proc/kurs: choose another');
});
