import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RecordPage } from '#contract/record/record.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { createSimulatedPast } from '#server/integrations/market-data/simulated-market.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import { sha256 } from '#node/sha256.ts';
import { createFindings } from '#record/verify/findings.ts';
import {
  collectMinutes,
  readPublishedModels,
  recomputeDay,
  type RecordedMinute,
} from '#scripts/record/recompute-day.ts';
import { runShadowEngine } from '#tests/support/market/shadow-engine.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { aDataDir, createTestRecord, type TestRecord } from '#tests/support/record/test-record.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';

// Programs are started, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const day = '2026-03-03';
const midnight = Date.parse(day);
const symbols = ['EURUSD', 'GBPUSD', 'USDJPY', 'EURGBP', 'EURJPY', 'GBPJPY'];
/** Minutes before and after midnight until a restart, and after it. */
const [before, until, after] = [12, 30, 30];

let database: TestDatabase;
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let one: TestRecord;
let address: string;
let lines: string[];
let minutes: readonly RecordedMinute[];
let endsAt: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await aDataDir();
  const models = await loadModels(new URL('../../models/', import.meta.url));
  const time = createVirtualTime(midnight - before * minuteMs - 20_000);
  const run = { db: database.db, models, symbols, time };
  await runShadowEngine(run, before + until);
  await runShadowEngine(run, after);
  endsAt = new Date(time.clock.now()).toISOString();
  one = await createTestRecord({ db: database.db, dataDir: dataDir.path, metadata: models.metadata });
  one.time.advance(midnight + dayMs + 30 * minuteMs - one.time.clock.now());
  await one.record.start();
  one.time.advance(2 * minuteMs);
  address = await one.app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await vi.waitFor(
    async () => {
      const found = await one.get(`/api/record/bars/${day}`);
      expect(found.status).toBe(200);
      return found;
    },
    { timeout: 20_000 },
  );
  lines = gunzipSync(answer.bytes).toString().trim().split('\n');
  const page = RecordPage.parse(JSON.parse((await one.get('/api/record?limit=1000')).body));
  const collected = collectMinutes(day);
  page.items.forEach((item) => collected.add(item));
  minutes = collected.minutes;
}, 120_000);

afterAll(async () => {
  await one?.record.stop();
  await one?.app.close();
  await database?.close();
  await dataDir?.remove();
});

function verify(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const { INIT_CWD: _calledIn, npm_lifecycle_event: _task, ...own } = process.env;
  const path = fileURLToPath(new URL('../../scripts/verify-record.ts', import.meta.url));
  const child = spawn(process.execPath, [path, address, '--at', endsAt, ...args], { env: own });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

/** As a dishonest operator would publish it. */
async function recompute(own: readonly RecordedMinute[], published: readonly string[]) {
  const printed: string[] = [];
  const findings = createFindings((line) => printed.push(line));
  const record = { bars: async () => [...published], model: async () => null };
  await recomputeDay(record, day, own, findings);
  return { failures: findings.failures(), printed: printed.join('\n') };
}

/** The minute with another text in one of its statements. */
function changed(change: (line: string) => string): { index: number; own: RecordedMinute[] } {
  const at = minutes.findIndex(({ forecasts }) => forecasts.some((line) => change(line) !== line));
  const forged = minutes.map((own, i) => (i === at ? { ...own, forecasts: own.forecasts.map(change) } : own));
  return { index: minutes[at]?.index ?? -1, own: forged };
}

describe('a recorded day', () => {
  it('is recomputed to the bit, across midnight and a restart', async () => {
    expect(minutes.length).toBeGreaterThan(until + after - 6);
    const starts = lines.join('').match(/\["start",/g);
    expect(starts).toHaveLength(2);
    const { code, output } = await verify(['--recompute', day]);
    expect(output).toContain(`holds  ${minutes.length} minutes with`);
    expect(output).toContain('All checks passed.');
    expect(code).toBe(0);
  });

  it('fails for a changed passability, and the leaf is named', async () => {
    const { index, own } = changed((line) =>
      line.replace(/:(5\d)\.(\d)/, (_, whole, tenth) => `:${whole}.${9 - tenth}`),
    );
    const { failures, printed } = await recompute(own, lines);
    expect(failures).toBe(1);
    expect(printed).toContain(`leaf ${index}: `);
  });

  it('fails for a changed mark, and the leaf is named', async () => {
    const { index, own } = changed((line) => line.replace(/:s?i( |$)/, ':s$1'));
    const { failures, printed } = await recompute(own, lines);
    expect(failures).toBe(1);
    expect(printed).toContain(`leaf ${index}: `);
  });

  it('fails for a changed bar, also if the leaf names the changed bars', async () => {
    const at = 20;
    const published = lines.map((line, i) => (i === at ? withOtherBar(line) : line));
    const minute = minutes.find(({ inputs }) => inputs === computeHash(lines[at] ?? ''));
    expect(minute).toBeDefined();
    const changedBars = await recompute(minutes, published);
    expect(changedBars.printed).toContain(`leaf ${minute?.index} names bars that are not published`);
    const renamed = minutes.map((own) => (own === minute ? { ...own, inputs: computeHash(published[at] ?? '') } : own));
    const { failures, printed } = await recompute(renamed, published);
    expect(failures).toBeGreaterThan(0);
    expect(printed).toContain(`leaf ${minute?.index}: `);
  });

  it('is not whole without its minutes', async () => {
    const { code, output } = await verify(['--recompute', '2026-03-04']);
    expect(output).toContain('the record has no minutes of 2026-03-04');
    expect(code).toBe(2);
  });
});

describe('a model file', () => {
  it('is published by its hash, and read from there if this copy has another one', async () => {
    const [, key = '', version = '', hash = ''] = /"(kurs_ai_v1) (\S+) ([0-9a-f]{64})"/.exec(lines.join('')) ?? [];
    const text = (await one.get(`/api/record/model/${hash}`)).body;
    expect(computeHash(text)).toBe(hash);
    const other = `${text}\n`;
    const names = [[key, version, computeHash(other)].join(' ')];
    const published = { model: async (wanted: string) => (wanted === computeHash(other) ? other : null) };
    const [model] = (await readPublishedModels(published, [names]))(names);
    expect(model).toMatchObject({ key, version });
    await expect(readPublishedModels({ model: async () => text }, [names])).rejects.toThrow('has another hash');
    await expect(readPublishedModels({ model: async () => null }, [names])).rejects.toThrow('is not published');
  });
});

describe('deciding prices', () => {
  const past = createSimulatedPast({ seed: 1, symbols });
  const toCsv = (beyond: number): string => {
    const rows = Array.from({ length: until + after + 20 }, (_, i) => past.createTicks(midnight + i * minuteMs))
      .flat()
      .filter(({ symbol }) => symbol === 'EURUSD')
      .map(({ time, bid, ask }) => `${time / 1_000},${(bid + beyond).toFixed(6)},${(ask + beyond).toFixed(6)}`);
    return ['time,bid,ask', ...rows, ''].join('\n');
  };

  it('agree with the same market from another source', async () => {
    const path = join(dataDir.path, 'EURUSD-ticks.csv');
    writeFileSync(path, toCsv(0));
    const { code, output } = await verify(['--prices', path]);
    expect(output).toMatch(/holds {2}100\.00 % of \d+ deciding prices agree with the other source/);
    expect(code).toBe(0);
  });

  it('fail against prices that are five pips away, and the farthest is named', async () => {
    const path = join(dataDir.path, 'EURUSD-moved.csv');
    writeFileSync(path, toCsv(0.0005));
    const { code, output } = await verify(['--prices', path]);
    expect(output).toMatch(/FAILS.*farthest: leaf \d+, EURUSD/);
    expect(code).toBe(1);
  });
});

const computeHash = (line: string): string => Buffer.from(sha256(Buffer.from(line))).toString('hex');

/** The first bar in it closes at its high, or at its low if it already did. */
function withOtherBar(line: string): string {
  return line.replace(/\["bar","(\w+)",(\d+),([\d.]+),([\d.]+),([\d.]+),([\d.]+)\]/, (_, ...fields: string[]) => {
    const [symbol, time, open, high, low, close] = fields;
    return `["bar","${symbol}",${time},${open},${high},${low},${close === high ? low : high}]`;
  });
}
