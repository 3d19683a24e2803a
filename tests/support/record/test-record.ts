import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { noCrash } from '#server/start/crash-points.ts';
import { pino } from 'pino';
import type { Database } from '#server/database/connection.ts';
import { type BusEvent, createInProcessBus } from '#server/integrations/bus/bus.ts';
import type { WitnessSide } from '#server/integrations/witness/witness.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { MarketClock } from '#domain/time.ts';
import { type Component, stopTogether } from '#server/start/component.ts';
import type { ModelMetadata } from '#server/modules/models/models.api.ts';
import { createRecordModule } from '#server/modules/record/create-record-module.ts';
import { openNoteFile } from '#server/modules/record/sign/note-file.ts';
import type { ReadinessCheck } from '#server/http/check-readiness.ts';
import { memoryFolder } from '../network/memory-folder.ts';
import { createTestApp } from '../test-app.ts';
import { createVirtualTime, type VirtualTime } from '../virtual-time.ts';
import type { FeedSays } from '#server/start/trusted-clock.ts';

export interface TestRecord {
  readonly api: RecordApi;
  readonly record: Component;
  readonly readiness: readonly ReadinessCheck[];
  readonly app: FastifyInstance;
  readonly time: VirtualTime;
  /** Events published to streams. */
  readonly published: BusEvent[];
  readonly logged: { readonly level: number; readonly msg: string }[];
  get(path: string): Promise<{ status: number; headers: Record<string, unknown>; body: string; bytes: Buffer }>;
}

export interface TestRecordOptions {
  readonly db: Database;
  readonly dataDir: string;
  readonly secret?: string;
  readonly publicUrl?: string;
  readonly metadata?: ModelMetadata;
  readonly witnessSide?: WitnessSide;
  readonly symbols?: readonly string[];
  readonly feed?: string;
  /** By default that of its own virtual time. */
  readonly marketClock?: MarketClock;
  /** By default the market has no clock of its own. */
  readonly feedSays?: () => FeedSays;
}

const startsAt = Date.parse('2026-03-02T12:00:00.000Z');

/** The record as the product runs it, without the rest: on virtual time, over its own routes. */
export async function createTestRecord({
  db,
  dataDir,
  secret = 'a-secret-of-thirty-two-characters',
  publicUrl = 'https://kurs.example',
  metadata = new Map(),
  witnessSide = { witnesses: [], quorum: 0 },
  symbols = ['EURUSD'],
  feed = 'simulated:1',
  marketClock,
  feedSays = () => 'same',
}: TestRecordOptions): Promise<TestRecord> {
  const time = createVirtualTime(startsAt);
  const bus = createInProcessBus();
  const published: BusEvent[] = [];
  bus.subscribe((event) => published.push(event));
  const logged: TestRecord['logged'] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const {
    api,
    routes,
    components,
    readiness = [],
  } = await createRecordModule({
    config: {
      role: 'all',
      secret,
      publicUrl,
      dataDir,
      payout: 0.82,
      tradingHours: { calendar: 'always', window: null },
    },
    platform: {
      db,
      leaderDb: db,
      bus,
      market: { feed: { id: feed, kind: 'simulated', isLive: false, symbols, notOffered: [] } },
      clock: time.clock,
      feedSays,
      marketClock: marketClock ?? time.clock,
      scheduler: time.scheduler,
      crashPoint: noCrash,
      log,
    },
    adapters: { models: { metadata }, witnessSide, openNoteFile },
  });
  const app = await createTestApp({ routes });
  return {
    api,
    record: stopTogether('record', components),
    readiness,
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
  const path = await mkdtemp(join(memoryFolder(), 'kurs-record-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
