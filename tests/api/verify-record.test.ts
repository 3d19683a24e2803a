import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { simulateHonestRecord } from '#tests/support/record/simulated-record.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { aDataDir, createTestRecord, type TestRecord } from '#tests/support/record/test-record.ts';
import { dayMs } from '#domain/time.ts';
import { issuedAt } from '#tests/support/a-signal.ts';

// Every test starts one or two processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const day = '2026-03-02';
const nextDay = '2026-03-03';
const verifiedAt = '2026-03-03T09:17:00Z';

let database: TestDatabase;
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let one: TestRecord;
let address: string;
/** The two days as published files. */
let files: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await aDataDir();
  one = await createTestRecord({ db: database.db, dataDir: dataDir.path });
  address = await one.app.listen({ port: 0, host: '127.0.0.1' });
  await one.get('/api/record/checkpoint');
  await simulateHonestRecord(database.db, { count: 700 });
  await one.get('/api/record/proof/1300');
  one.time.advance(dayMs);
  await simulateHonestRecord(database.db, { count: 300, seed: 2, from: issuedAt + dayMs });
  await one.get('/api/record/proof/1900');
  await one.record.start();
  one.time.advance(dayMs);
  files = [await download(day), await download(nextDay)];
}, 60_000);

afterAll(async () => {
  await one?.record.stop();
  await one?.app.close();
  await database?.close();
  await dataDir?.remove();
});

async function download(name: string): Promise<string> {
  const answer = await vi.waitFor(
    async () => {
      const found = await one.get(`/api/record/export/${name}`);
      expect(found.status).toBe(200);
      return found;
    },
    { timeout: 20_000 },
  );
  expect(answer.headers).toMatchObject({
    'content-type': 'application/gzip',
    'content-disposition': `attachment; filename="kurs-record-${name}.ndjson.gz"`,
  });
  const path = join(dataDir.path, `${name}.ndjson.gz`);
  writeFileSync(path, answer.bytes);
  return path;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** A child process, because the server of this process has to answer meanwhile. */
function run(script: string, args: readonly string[]): Promise<Ended> {
  const { INIT_CWD: _calledIn, npm_lifecycle_event: _task, ...env } = process.env;
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

const command = (...args: string[]) => run('../../scripts/verify-record.ts', args);
const independent = (...args: string[]) => run('../../scripts/record/verify-day.mjs', args);

/** The file with one of its lines changed. */
function forge(path: string, change: (lines: string[]) => string[]): string {
  const lines = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
  const forged = path.replace('.ndjson', '-forged.ndjson');
  writeFileSync(forged, gzipSync(`${change(lines).join('\n')}\n`));
  return forged;
}

/** Of each file: two minutes come before it, and on the second day a gap. */
const firstSignal = 4;
const changeLine = (at: number, change: (line: string) => string) => (lines: string[]) =>
  lines.map((line, i) => (i === at ? change(line) : line));

describe('npm run verify-record', () => {
  it('accepts a complete record: signature, leaves, root, proofs, growth, figures', async () => {
    const { code, output } = await command(address, '--at', verifiedAt);
    expect(output).toContain('All checks passed.');
    expect(output).toMatch(/holds {2}the tree of all 2087 leaves has the signed root/);
    expect(output).toMatch(/holds {2}\d{3,4} outcomes were recomputed/);
    expect(output).toContain('holds  20 figures that the pages show were recounted');
    expect(output).not.toContain('FAILS');
    expect(code).toBe(0);
  });

  it('reads days from files, and finds them in the record they are from', async () => {
    const [first = '', second = ''] = files;
    const { code, output } = await command(address, '--from-file', first, '--from-file', second);
    expect(output).toContain('the 1450 leaves of 2026-03-02 lead to the signed root');
    expect(output).toContain('2026-03-03 begins where the previous day ended');
    expect(output).toContain('the newest tree of 2087 leaves begins with those 1450');
    expect(code).toBe(0);
  });

  it('ends with 1 when a leaf of the file was changed', async () => {
    const forged = forge(
      files[0] ?? '',
      changeLine(firstSignal, (line) => line.replace('"EURUSD"', '"GBPUSD"')),
    );
    const { code, output } = await command('--from-file', forged);
    expect(output).toContain(`FAILS  leaf ${firstSignal - 1} does not match its hash`);
    expect(code).toBe(1);
  });

  it('ends with 1 when a signal of the file is relabelled as a forecast', async () => {
    const forged = forge(
      files[0] ?? '',
      changeLine(firstSignal, (line) => line.replace('"kind":"signal"', '"kind":"forecast"')),
    );
    const { code, output } = await command('--from-file', forged);
    expect(output).toMatch(
      /FAILS {2}leaf \d+ is listed as forecast, but its fields are those of a leaf of kind signal/,
    );
    expect(code).toBe(1);
  });

  it('continues from a saved checkpoint, and ends with 1 when the record does not extend it', async () => {
    const header =
      gunzipSync(readFileSync(files[0] ?? ''))
        .toString()
        .split('\n')[0] ?? '';
    const { closing } = JSON.parse(header) as { closing: string };
    const saved = join(dataDir.path, 'kept.txt');
    writeFileSync(saved, closing);
    const honest = await command(address, '--since', saved, '--at', verifiedAt);
    expect(honest.output).toContain('the newest tree of 2087 leaves begins with those 1450');
    expect(honest.code).toBe(0);

    writeFileSync(saved, closing.replace('\n1450\n', '\n1451\n'));
    const forged = await command(address, '--since', saved, '--at', verifiedAt);
    expect(forged.output).toContain('FAILS  the saved checkpoint is not signed by kurs.example/record');
    expect(forged.code).toBe(1);
  });

  it('ends with 1 when the key is not the expected one', async () => {
    const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const { code, output } = await command(address, '--key', key);
    expect(output).toContain('FAILS  the record is signed by kurs.example/record+');
    expect(code).toBe(1);
  });

  it.each([
    [[], 'Say which record'],
    [['localhost:3000'], 'is no address'],
    [['http://127.0.0.1:1'], 'does not answer'],
    [['--from-file', 'nowhere.ndjson.gz'], 'cannot be read'],
    [['--from-file', 'day.gz', '--since', 'note.txt'], 'needs the address'],
    [['--what'], "Unknown option '--what'"],
  ])('exits with 2 and a message for %j', async (args, sentence) => {
    const { code, output } = await command(...args);
    expect(output).toContain(sentence);
    expect(code).toBe(2);
  });
});

describe('a verifier that shares no code with the product', () => {
  it('recomputes both days from their files', async () => {
    const key = (await one.get('/api/record/key')).body.trim();
    const [first, second] = await Promise.all(files.map((file) => independent(file, key)));
    expect(JSON.parse(first?.output ?? '')).toMatchObject({ day, leaves: 1_450, signals: 700, wrong: 0 });
    expect(JSON.parse(second?.output ?? '')).toMatchObject({ day: nextDay, leaves: 637, signals: 300, wrong: 0 });
    expect([first?.code, second?.code]).toEqual([0, 0]);
  });

  const forgeries: [string, (lines: string[]) => string[]][] = [
    ['a changed leaf', changeLine(5, (line) => line.replace(/"passability":\d+/, '"passability":99'))],
    [
      'a signal that is called a forecast',
      changeLine(firstSignal, (line) => line.replace('"kind":"signal"', '"kind":"forecast"')),
    ],
    ['a removed leaf', (lines) => lines.toSpliced(7, 1)],
    ['two swapped leaves', (lines) => lines.with(3, lines[4] ?? '').with(4, lines[3] ?? '')],
    ['an additional leaf', (lines) => [...lines, lines.at(-1) ?? '']],
    [
      'another edge at the start',
      changeLine(0, (line) => line.replace(/"edge":\["../, (edge) => `${edge.slice(0, -2)}zz`)),
    ],
    [
      'another closing root',
      changeLine(0, (line) => line.replace(/(\\n637|\\n2087)\\n./, (text) => `${text.slice(0, -1)}-`)),
    ],
  ];

  it.each(forgeries)('detects %s', async (_what, change) => {
    const forged = forge(files[1] ?? '', change);
    expect((await independent(forged)).code).toBe(1);
    expect((await command('--from-file', forged)).code).not.toBe(0);
  });
});

describe('the files', () => {
  it('are written once, completely, and leave no temporary files', () => {
    const [keyFolder = ''] = readdirSync(join(dataDir.path, 'record'));
    expect(readdirSync(join(dataDir.path, 'record', keyFolder)).toSorted()).toEqual([
      `${day}.ndjson.gz`,
      `${nextDay}.ndjson.gz`,
      'checkpoint.txt',
      'models',
    ]);
  });

  it('contain no day that is still running', async () => {
    expect((await one.get('/api/record/export/2026-03-04')).status).toBe(404);
  });
});
