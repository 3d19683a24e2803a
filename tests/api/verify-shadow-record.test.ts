import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createShadowSetup } from '#tests/support/market/shadow-setup.ts';
import { simulateHonestRecord } from '#tests/support/record/simulated-record.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { aDataDir, createTestRecord, type TestRecord } from '#tests/support/record/test-record.ts';
import { dayMs } from '#domain/time.ts';

// Every test starts a process, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const day = '2026-03-02';
const minutes = 40;
/** A minute is settled with the first statement after its longest forecast. */
const settled = minutes - 11;
/** Minutes of signals without forecasts; then the one before the forecasts begin, which might still have been stated. */
const gaps = 2;

let database: TestDatabase;
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let one: TestRecord;
/** What the record holds before the minutes in shadow. */
let before = { leaves: 0, minutes: 0 };

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await aDataDir();
  one = await createTestRecord({ db: database.db, dataDir: dataDir.path });
  await simulateHonestRecord(database.db, { count: 150 });
  const { items } = JSON.parse((await one.get('/api/record?from=0&limit=1000')).body) as Page;
  before = { leaves: items.length, minutes: items.filter(({ kind }) => kind === 'forecast').length };
  const setup = await createShadowSetup({
    db: database.db,
    from: Date.parse(`${day}T10:00:00.000Z`),
    pUp: (model, symbol, duration, barTime) =>
      0.4 + ((barTime / 60_000 + duration + symbol.charCodeAt(0) + model.charCodeAt(9)) % 20) / 100,
  });
  await setup.run(minutes);
}, 60_000);

afterAll(async () => {
  await one?.record.stop();
  await one?.app.close();
  await database?.close();
  await dataDir?.remove();
});

function run(script: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const { INIT_CWD: _calledIn, npm_lifecycle_event: _task, ...env } = process.env;
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

interface Page {
  readonly size: number;
  readonly items: { readonly kind: string; readonly leaf?: Record<string, unknown> }[];
}

describe('a record with minutes in shadow', () => {
  const opened = async (): Promise<number> => {
    const { items } = JSON.parse((await one.get(`/api/record?from=${before.leaves}&limit=1000`)).body) as Page;
    return items.filter(({ kind, leaf }) => kind === 'forecast' && leaf !== undefined).length;
  };

  it('discloses a minute when the longest of its forecasts has expired', async () => {
    const { size } = JSON.parse((await one.get(`/api/record?from=${before.leaves}&limit=1`)).body) as Page;
    expect(size).toBe(before.leaves + gaps + minutes + settled);
    // The record's clock is at noon, when all have expired; the last was stated at 10:40.
    expect(await opened()).toBe(minutes);
  });

  it('discloses what is settled even when a replay has set the clock back, and nothing else early', async () => {
    one.time.advance(Date.parse(`${day}T10:20:00.000Z`) - one.time.clock.now());
    expect(await opened()).toBe(settled);
    one.time.advance(Date.parse(`${day}T12:00:00.000Z`) - one.time.clock.now());
  });

  it('is accepted by npm run verify-record, including its shadow figures', async () => {
    const address = await one.app.listen({ port: 0, host: '127.0.0.1' });
    await one.get('/api/record/proof/370');
    const { code, output } = await run('../../scripts/verify-record.ts', address, '--at', `${day}T10:45:00Z`);
    expect(output).toContain(
      `${before.minutes + minutes} minutes of shadow forecasts were checked, and the prices of ${before.minutes + settled} fit`,
    );
    expect(output).toContain('holds  20 figures that the pages show were recounted');
    expect(output).toContain('All checks passed.');
    expect(code).toBe(0);
  });

  it('exports days that both verifiers recompute', async () => {
    await one.record.start();
    one.time.advance(dayMs);
    const path = join(dataDir.path, 'day.ndjson.gz');
    const answer = await vi.waitFor(
      async () => {
        const found = await one.get(`/api/record/export/${day}`);
        expect(found.status).toBe(200);
        return found;
      },
      { timeout: 20_000 },
    );
    writeFileSync(path, answer.bytes);
    const independent = await run('../../scripts/record/verify-day.mjs', path);
    expect(JSON.parse(independent.output)).toMatchObject({
      signals: 150,
      minutes: before.minutes + minutes,
      settledMinutes: before.minutes + settled,
      wrong: 0,
    });
    const own = await run('../../scripts/verify-record.ts', '--from-file', path);
    expect(own.output).toContain('All checks passed.');
    expect([independent.code, own.code]).toEqual([0, 0]);
  });
});
