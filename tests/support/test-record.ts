import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Database } from '#server/database/connection.ts';
import type { BusEvent } from '#server/integrations/bus/bus.ts';
import { createInProcessBus } from '#server/integrations/bus/in-process-bus.ts';
import { createRecord, type PublicRecord } from '#server/services/create-record.ts';
import { createTestApp } from './test-app.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

export interface TestRecord {
  readonly record: PublicRecord;
  readonly app: FastifyInstance;
  readonly time: VirtualTime;
  /** Events published to streams. */
  readonly published: BusEvent[];
  readonly logged: { readonly level: number; readonly msg: string }[];
  get(path: string): Promise<{ status: number; headers: Record<string, unknown>; body: string; bytes: Buffer }>;
}

interface TestRecordOptions {
  readonly db: Database;
  readonly dataDir: string;
  readonly secret?: string;
  readonly publicUrl?: string;
}

const startsAt = Date.parse('2026-03-02T12:00:00.000Z');

/** The record as the product runs it, without the rest: on virtual time, over its own routes. */
export async function createTestRecord({
  db,
  dataDir,
  secret = 'a-secret-of-thirty-two-characters',
  publicUrl = 'https://kurs.example',
}: TestRecordOptions): Promise<TestRecord> {
  const time = createVirtualTime(startsAt);
  const bus = createInProcessBus();
  const published: BusEvent[] = [];
  bus.subscribe((event) => published.push(event));
  const logged: TestRecord['logged'] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const record = await createRecord({
    config: {
      secret,
      publicUrl,
      dataDir,
      payout: 0.82,
      feed: { kind: 'simulated', seed: 1 },
      includeThinHours: false,
    },
    db,
    bus,
    feed: 'simulated:1',
    metadata: new Map(),
    bars: () => [{ time: startsAt, open: 1.1, high: 1.3, low: 1, close: 1.2 }],
    clock: time.clock,
    marketClock: time.clock,
    after: time.scheduler.after,
    log,
  });
  const app = await createTestApp({ modules: record.modules });
  return {
    record,
    app,
    time,
    published,
    logged,
    get: async (path) => {
      const { statusCode, headers, body, rawPayload } = await app.inject(path);
      return { status: statusCode, headers, body, bytes: rawPayload };
    },
  };
}

export async function aDataDir(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'kurs-record-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
