import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRecordKey } from '#server/modules/record/sign/record-key.ts';
import { openRecordFiles, recordFolder } from '#server/modules/record/journal/record-files.ts';
import { rotateRecordKey } from '#server/modules/record/sign/rotate-record-key.ts';
import { hourMs } from '#domain/time.ts';
import { issuedAt } from '#tests/support/a-signal.ts';
import { createRecordSetup, type RecordSetup, setupSecret } from '#tests/support/record/record-setup.ts';
import { simulateHonestRecord } from '#tests/support/record/simulated-record.ts';
import { aDataDir, type TestRecord } from '#tests/support/record/test-record.ts';

// Every test starts one or two processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

let setup: RecordSetup;
let mirrors: Awaited<ReturnType<typeof aDataDir>>;
let folder: string;
let one: TestRecord;
let address: string;

beforeAll(async () => {
  setup = await createRecordSetup();
  mirrors = await aDataDir();
  folder = join(mirrors.path, 'mirror');
  await start();
  await simulateHonestRecord(setup.database.db, { count: 300 });
  await one.get('/api/record/proof/590');
}, 60_000);

afterAll(async () => {
  await setup?.tearDown();
  await mirrors?.remove();
});

async function start(): Promise<void> {
  one = await setup.run();
  address = await one.app.listen({ port: 0, host: '127.0.0.1' });
  await one.get('/api/record/checkpoint');
}

/** A child process, because the server of this process has to answer meanwhile. */
function run(script: string, ...args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const { INIT_CWD: _calledIn, npm_lifecycle_event: _task, ...env } = process.env;
  const path = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
const mirror = () => run('mirror', address, '--folder', folder, '--once');
const verify = (...args: string[]) => run('verify-record', ...args);

const at = '2026-03-02T10:20:00Z';

describe('npm run mirror', () => {
  it('copies a record, and the copy verifies without the network', async () => {
    const copied = await mirror();
    expect(copied.output).toMatch(/(\d+) leaves are mirrored, \1 of them open\n$/);
    expect(copied.code).toBe(0);
    expect(readFileSync(join(folder, 'checkpoint'), 'utf8')).toBe((await one.get('/api/record/checkpoint')).body);
    expect(readFileSync(join(folder, 'tile/0/001'))).toEqual((await one.get('/api/record/tile/0/001')).bytes);
    const { code, output } = await verify('--from-mirror', folder);
    expect(output).toMatch(/holds {2}the tiles of all \d+ leaves lead to the signed root/);
    expect(output).toMatch(/holds {2}\d{3} outcomes were recomputed/);
    expect([output, code]).toEqual([expect.stringContaining('All checks passed.'), 0]);
  });

  it('follows the record over a hand-over to another key', async () => {
    await setup.stop(one);
    const { db } = setup.database;
    const { clock } = one.time;
    const key = await openRecordKey({ db, secret: setupSecret, name: 'unused', clock });
    const saved = recordFolder(setup.dataDir, key);
    await rotateRecordKey({ db, key, secret: setupSecret, ...openRecordFiles(saved), clock });
    await start();
    expect((await mirror()).code).toBe(0);
    await simulateHonestRecord(db, { count: 100, seed: 2, from: issuedAt + hourMs });
    await one.get('/api/record/proof/800');
    const { code, output } = await mirror();
    expect(output).toMatch(/8\d\d leaves are mirrored/);
    expect(code).toBe(0);
    expect((await verify('--from-mirror', folder)).output).toContain('All checks passed.');
  });

  it('is what a record can be verified against', async () => {
    for (const other of [folder, address]) {
      const { code, output } = await verify(address, '--at', at, '--against', other);
      expect(output).toMatch(/holds {2}.* and the record are one history of 8\d\d leaves/);
      expect([output, code]).toEqual([expect.stringContaining('All checks passed.'), 0]);
    }
  });

  it('stops with 1 when the record is another one, and keeps the copy', async () => {
    const other = await createRecordSetup();
    const record = await other.run();
    const place = await record.app.listen({ port: 0, host: '127.0.0.1' });
    await simulateHonestRecord(other.database.db, { count: 5 });
    await record.get('/api/record/proof/5');
    const before = readFileSync(join(folder, 'checkpoint'), 'utf8');
    const { code, output } = await run('mirror', place, '--folder', folder, '--once');
    expect(output).toMatch(/FAILS {2}the record is signed by .*\nThe checkpoints are in .*contradiction/);
    expect(code).toBe(1);
    expect(readFileSync(join(folder, 'checkpoint'), 'utf8')).toBe(before);
    await other.tearDown();
  });

  it.each([
    [['mirror'], 'Name the record by its address'],
    [['mirror', 'localhost:3000'], 'Name the record by its address'],
    [['mirror', 'http://127.0.0.1:1', '--once'], 'does not answer'],
    [['verify-record', '--against', 'somewhere'], 'Say which record'],
    [['verify-record', '--from-mirror', 'nowhere'], 'is no mirror of a record'],
    [['verify-record', 'http://127.0.0.1:1', '--from-file', 'x', '--against', 'y'], 'compares a whole record'],
  ])('exits with 2 and a message for %j', async ([script = '', ...args], sentence) => {
    const place = script === 'mirror' ? ['--folder', join(mirrors.path, 'unused')] : [];
    const { code, output } = await run(script, ...args, ...place);
    expect(output).toContain(sentence);
    expect(code).toBe(2);
  });
});
