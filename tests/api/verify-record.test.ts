import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BarLine } from '#contract/record/bars.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import type { Leaf } from '#record/leaf.ts';
import { createHonestLeaves } from '#tests/support/record/honest-record.ts';
import { type PublishedRecord, publishRecord, vkey, witnessVkey } from '#tests/support/record/published-record.ts';
import { publishDay } from '#tests/support/record/published-day.ts';
import { createRecordSetup } from '#tests/support/record/record-setup.ts';
import { type Interception, serveRecord } from '#tests/support/record/serve-record.ts';

// Every test starts a process, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const minutes = 40;
let leaves: Leaf[];
let published: PublishedRecord;
let folder: string;
let closing: (() => unknown)[] = [];

beforeAll(() => {
  // The command reads by the clock of the machine.
  const now = Date.now();
  leaves = createHonestLeaves({ from: startOfMinute(now) - minutes * minuteMs, minutes, signals: 2 });
  published = publishRecord(leaves, { now, cosignedEveryMs: 5_000 });
  folder = mkdtempSync(join(tmpdir(), 'verify-record-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

async function serve(intercept?: Interception, record: PublishedRecord = published): Promise<string> {
  const { address, close } = await serveRecord(record.source, intercept);
  closing.push(close);
  return address;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

function run(script: string, ...args: string[]): Promise<Ended> {
  const { INIT_CWD: _calledIn, npm_lifecycle_event: _task, ...env } = process.env;
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
/** Of each minute and pair what its published bar states of its ticks, counted by the database. */
async function countTicks(db: Database): Promise<unknown[][]> {
  const { rows } = await db.execute<Record<string, string>>(sql`
    with moves as (
      select *, date_trunc('minute', time) as minute, 10 ^ case when symbol like '%JPY' then 3 else 5 end as points,
        sign(round((bid + ask - lag(bid + ask) over (partition by symbol order by time))::numeric, 7)) as sign
      from ticks)
    select symbol, extract(epoch from minute) * 1000 as at, round(avg((ask - bid) * points)::numeric, 1), count(*),
      coalesce(sum(sign) filter (where time >= minute + interval '55 s'), 0) as s5,
      coalesce(sum(sign) filter (where time >= minute + interval '45 s'), 0) as s15, sum(sign),
      round(60 - extract(second from max(time)), 1) as quiet
    from moves group by symbol, minute order by minute, symbol`);
  return rows.map(({ symbol, ...values }) => [symbol, ...Object.values(values).map(Number)]);
}
const verify = (...args: string[]): Promise<Ended> => run('../../scripts/verify-record.ts', ...args);

function writeNote(name: string, note: string): string {
  const path = join(folder, name);
  writeFileSync(path, note);
  return path;
}

describe('npm run verify-record', () => {
  it('passes an honest record with everything that a reader has saved of it', async () => {
    const address = await serve();
    const since = writeNote('since.txt', published.signAt(200));
    const { code, output } = await verify(
      address,
      '--key',
      vkey,
      '--since',
      since,
      '--against',
      await serve(),
      '--witness',
      witnessVkey,
      '--min-proven',
      '100',
      '--max-uncovered',
      '5',
    );
    expect(output).toContain('All checks passed.');
    expect(code).toBe(0);
  });

  it('ends with 1 and names the leaf where a rule is broken', async () => {
    const index = leaves.findIndex(({ kind }, i) => kind === 'signal' && i > 50);
    const forged = leaves.with(index, { ...leaves[index], probability: 77 } as Leaf);
    const { code, output } = await verify(await serve(undefined, publishRecord(forged, { now: Date.now() })));
    expect(output).toContain(`FAILS  rule 8: leaf ${index}: 77 % is not what leaf`);
    expect(output).toContain('Failed checks: 1.');
    expect(code).toBe(1);
  });

  it('ends with 2 where a page does not answer as it answers a browser', async () => {
    const { code, output } = await verify(
      await serve((path, _request, response) => path.startsWith('/figures') && !!response.writeHead(503).end()),
    );
    expect(output).toContain('SKIPS  figures are not compared');
    expect(code).toBe(2);
  });

  it.each([
    [[], 'Say which record'],
    [['localhost:3000'], 'localhost:3000 is no address'],
    [['http://127.0.0.1:1', '--witness', 'w'], 'w is no verifier key of a witness'],
    [['http://127.0.0.1:1', '--recompute', 'today'], 'is no day'],
    [['http://127.0.0.1:1'], 'does not answer /api/record'],
  ])('says in one sentence what is wrong with %j', async (args, sentence) => {
    const { code, output } = await verify(...args);
    expect(output).toContain(sentence);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(2);
  });
});

describe('a record that the server published', () => {
  it('of own calibrations and a language model passes, and its day is recomputed to the bit', async () => {
    const setup = await createRecordSetup();
    closing.push(setup.tearDown);
    const { day, record } = await publishDay(setup);
    const address = await record.app.listen({ host: '127.0.0.1', port: 0 });
    const { code, output } = await verify(address, '--recompute', day);
    expect(output).toMatch(/holds {2}4 minutes and 1 signals have the outcome/);
    expect(output).toMatch(/holds {2}1 signals pass on what was stated/);
    expect(output).toMatch(/holds {2}4 minutes with \d{2,} forecasts were recomputed from their bars/);
    expect([code, output]).toEqual([0, expect.stringContaining('All checks passed.')]);
    expect((await run('../../docs/read-record.mjs', address)).code).toBe(0);
    const file = await fetch(`${address}/api/record/bars/${day}`);
    const lines = gunzipSync(await file.bytes())
      .toString()
      .trimEnd()
      .split('\n');
    const bars = lines.flatMap((line) => BarLine.parse(JSON.parse(line)).inputs.filter((input) => input[0] === 'bar'));
    expect(bars).toHaveLength(4 * 3);
    expect(bars.slice(0, 3).map((bar) => bar[7])).toEqual([null, null, null]);
    const stated = bars.slice(3).map(([, symbol, time, , , , , ticks]) => [symbol, time, ...(ticks ?? [])]);
    expect(stated).toEqual((await countTicks(setup.database.db)).slice(3, bars.length));
  });
});

describe('a hostile server', () => {
  it.each([
    [
      'one entry more',
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0, 1, 120])]),
      'has more than its entries',
    ],
    [
      'one entry less',
      (bytes: Buffer) => bytes.subarray(0, bytes.length - 2 - bytes.readUInt16BE(0)),
      'of a bundle is incomplete|entries',
    ],
    ['no UTF-8', () => Buffer.concat(Array.from({ length: 256 }, () => Buffer.from([0, 1, 255]))), 'is no UTF-8'],
  ])('cannot send a bundle with %s', async (_title, change, sentence) => {
    const whole = Buffer.from(await published.source.bundle(0, Math.min(256, leaves.length)));
    const { code, output } = await verify(
      await serve((path, _request, response) => path.startsWith('/tile/entries/000') && !!response.end(change(whole))),
    );
    expect(output).toMatch(new RegExp(`FAILS {2}rule 1: .*(${sentence})`));
    expect(code).toBe(1);
  });

  it.each([
    [
      'more than were asked for',
      (from: number) => Array.from({ length: 1_001 }, (_, i) => from + i),
      'more checkpoints came',
    ],
    ['the same ones without an end', () => [1, 1], 'are not listed in their order'],
  ])('cannot list cosigned checkpoints, %s', async (_title, toSizes, sentence) => {
    const address = await serve((path, _request, response) => {
      const [, from] = /^\/checkpoints\?from=(\d+)/.exec(path) ?? [];
      const items = toSizes(Number(from)).map((size) => ({ size, note: 'x' }));
      return from !== undefined && !!response.end(JSON.stringify({ items }));
    });
    const { code, output } = await verify(address, '--witness', witnessVkey);
    expect(output).toContain(sentence);
    expect(code).toBe(1);
  });

  it('cannot sign a size that no record has', async () => {
    const note = published.signAt(leaves.length).replace(`\n${leaves.length}\n`, '\n9000000000000000\n');
    const { output } = await verify(
      await serve((path, _request, response) => path === '/checkpoint' && !!response.end(note)),
    );
    expect(output).toContain('the checkpoint is not signed by');
  });

  it('cannot keep it busy with a time without an end', async () => {
    const at = '2999-12-31T23:59:00.000Z';
    const far = { ...leaves[3], minute: '2999-12-31T23:58:00.000Z', at } as Leaf;
    for (const forged of [
      [...leaves, far],
      [{ ...leaves[0], at: '2000-01-01T00:00:00.000Z', calendar: 'forex' } as Leaf, ...leaves.slice(1)],
    ]) {
      const { output } = await verify(await serve(undefined, publishRecord(forged, { now: Date.now() })));
      expect(output).toMatch(/Failed checks: \d|All checks passed/);
    }
  });
});

describe('the outsider’s reader, without code of the product', () => {
  it('finds the same record right, with the same figures', async () => {
    const { code, output } = await run('../../docs/read-record.mjs', await serve(), vkey);
    const { all } = await published.source.figures(null);
    const { successful, unsuccessful, neutral } = all.signals;
    expect(output).toContain(JSON.stringify({ successful, unsuccessful, neutral, void: all.signals.void }));
    expect(output).not.toContain('WRONG');
    expect(code).toBe(0);
  });

  const changes: readonly [title: string, change: (leaf: Leaf) => object | null, sentence: string][] = [
    ['probability', (leaf) => (leaf.kind === 'signal' ? { ...leaf, probability: 77 } : null), 'is not what leaf'],
    [
      'price',
      (leaf) =>
        leaf.kind === 'outcome' && leaf.prices.length > 1
          ? { ...leaf, prices: leaf.prices.map((line) => line.replace(/@(\d+)$/, '@1')) }
          : null,
      'is outside its window',
    ],
    [
      'number of models',
      (leaf) =>
        leaf.kind === 'minute'
          ? { ...leaf, forecasts: leaf.forecasts.slice(1), versions: leaf.versions.slice(1) }
          : null,
      'does not have a line of every model',
    ],
  ];
  it.each(changes)('names a leaf with another %s', async (_title, change, sentence) => {
    const index = leaves.findIndex((leaf, i) => i > 40 && change(leaf) !== null);
    const forged = leaves.with(index, change(leaves[index] as Leaf) as Leaf);
    const { code, output } = await run(
      '../../docs/read-record.mjs',
      await serve(undefined, publishRecord(forged, { now: Date.now() })),
    );
    expect(output).toContain(`WRONG  leaf ${index}`);
    expect(output).toContain(sentence);
    expect(code).toBe(1);
  });
});
