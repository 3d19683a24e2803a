import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestLog, listLeaves } from '#tests/support/record/test-log.ts';
import { aWitnessFolder, startTestWitness } from '#tests/support/record/test-witness.ts';

const log = createTestLog();
let folder: Awaited<ReturnType<typeof aWitnessFolder>>;
const start = () => startTestWitness({ folder: folder.path, logs: [log.vkey()] });

beforeEach(async () => {
  folder = await aWitnessFolder();
  const witness = await start();
  await witness.submit(log.body(0, listLeaves(5)));
  await witness.stop();
});
afterEach(() => folder.remove());

const damages: readonly [string, (path: string) => void][] = [
  ['empty', (path) => writeFileSync(path, '')],
  ['truncated', (path) => truncateSync(path, 60)],
  ['missing', (path) => rmSync(path)],
  [
    'unreadable',
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
];

describe.each(['state.json', 'key'])('F50 the witness’s file %s', (name) => {
  it.each(damages)('prevents the start when %s, and the error names it', async (_what, damage) => {
    const path = join(folder.path, name);
    damage(path);
    const before = existsSync(path);
    await expect(start()).rejects.toMatchObject({
      name: 'StartError',
      exitCode: 78,
      message: expect.stringContaining(path),
    });
    expect(existsSync(path)).toBe(before);
  });
});

it('F50 a state with a changed checkpoint prevents the start', async () => {
  const path = join(folder.path, 'state.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('\\n5\\n', '\\n4\\n'));
  await expect(start()).rejects.toThrow(path);
});

it('F50 the state of another witness prevents the start', async () => {
  const other = await aWitnessFolder();
  const witness = await startTestWitness({ folder: other.path, logs: [log.vkey()] });
  await witness.submit(log.body(0, listLeaves(5)));
  await witness.stop();
  const path = join(folder.path, 'state.json');
  writeFileSync(path, readFileSync(join(other.path, 'state.json')));
  await expect(start()).rejects.toThrow(path);
  await other.remove();
});

it('F50 a file that was written halfway is removed', async () => {
  const draft = join(folder.path, 'state.json.6f9619ff-8b86-4d11-b42d-00c04fc964ff');
  writeFileSync(draft, '{"form');
  chmodSync(draft, 0o600);
  await (await start()).stop();
  expect(existsSync(draft)).toBe(false);
});

it('F49 a second witness on the same folder refuses to start, and one that was killed does not block it', async () => {
  writeFileSync(join(folder.path, 'lock'), '1\n');
  await expect(start()).rejects.toThrow(/in use by process 1\b/);
  writeFileSync(join(folder.path, 'lock'), '999999999\n');
  await (await start()).stop();
  expect(existsSync(join(folder.path, 'lock'))).toBe(false);
});
