import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Database } from '#server/database/connection.ts';
import type { WitnessSide } from '#server/integrations/witness/witness.ts';
import type { MarketClock } from '#domain/time.ts';
import { stopTogether } from '#server/start/component.ts';
import type { ModelMetadata } from '#server/modules/models/models.api.ts';
import { recordModule } from '#server/modules/record/module.ts';
import { openRecord } from '#server/modules/record/record-context.ts';
import { openNoteFile } from '#server/modules/record/sign/note-file.ts';
import { memoryFolder } from '../network/memory-folder.ts';
import { createTestApp } from '../test-app.ts';
import { testConfig, testPlatform } from '../test-platform.ts';
import { createVirtualTime } from '../virtual-time.ts';
import type { FeedSays } from '#server/start/trusted-clock.ts';

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
  secret = testConfig().secret,
  publicUrl = 'https://kurs.example',
  metadata = new Map(),
  witnessSide = { witnesses: [], quorum: 0 },
  symbols = ['EURUSD'],
  feed = 'simulated:1',
  marketClock,
  feedSays = () => 'same',
}: TestRecordOptions) {
  const time = createVirtualTime(startsAt);
  const logged: { readonly level: number; readonly msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const platform = testPlatform({ db }, { time, log, feedSays, ...(marketClock && { marketClock }) });
  const tradingHours = { calendar: 'always', window: null } as const;
  const ctx = await openRecord({
    ...platform,
    config: testConfig({ secret, publicUrl, dataDir, payout: 0.82, tradingHours }),
    market: { ...platform.market, feed: { id: feed, kind: 'simulated', isLive: false, symbols, notOffered: [] } },
    models: metadata,
    witnessSide,
    openNoteFile,
  });
  const { api, routes, components, readiness = [] } = recordModule(ctx);
  const app = await createTestApp({ routes });
  return {
    api,
    record: stopTogether('record', components),
    readiness,
    app,
    time,
    published: platform.published,
    logged,
    get: async (path: string) => {
      const { statusCode: status, headers, body, rawPayload: bytes } = await app.inject(path);
      return { status, headers, body, bytes };
    },
  };
}

export type TestRecord = Awaited<ReturnType<typeof createTestRecord>>;

export async function aDataDir(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(memoryFolder(), 'kurs-record-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
