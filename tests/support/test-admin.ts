import { tmpdir } from 'node:os';
import { desc, eq } from 'drizzle-orm';
import { createTickQuality } from '#engine/tick/tick-quality.ts';
import { auditLog } from '#server/database/tables/audit-tables.ts';
import { readBacklog } from '#server/deliveries/outbox.ts';
import { getBacklog } from '#server/start/server-module.ts';
import type { Message } from '#server/deliveries/message.ts';
import type { LoadedModels } from '#server/modules/models/models.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import type { MarketView } from '#server/live/market-view.ts';
import { systemModule } from '#server/modules/system/module.ts';
import { adminUsersRoutes } from '#server/modules/accounts/administration/admin-users.routes.ts';
import { auditModule } from '#server/modules/audit/module.ts';
import { countMails } from '#server/modules/mail/mails.repository.ts';
import { outboxModule } from '#server/modules/mail/module.ts';
import { modelsModule } from '#server/modules/models/module.ts';
import { readUnsettled } from '#server/modules/signals/statistics/signal-statistics.repository.ts';
import { adminEmail, createTestSignals, type SignalsOptions, type TestParts } from './test-signals.ts';
import { fakeMail } from './test-people.ts';
import { aBrokerSide } from './network/fake-broker.ts';
import { only } from './only.ts';
import { nothingRecorded } from './record/nothing-recorded.ts';
import { aForecaster } from './record/stated-forecasts.ts';
import { aSilentMarket, type TestPlatform } from './test-platform.ts';
import { noFigures } from './browser/fake-figures.ts';

/** The administrators' part of the product beside its signals, on a separate database. */
export async function createTestAdmin({ alsoServe = () => [] }: Pick<SignalsOptions, 'alsoServe'> = {}) {
  const mails: Message[] = [];
  const test = await createTestSignals({
    alsoServe: (parts) => [
      adminUsersRoutes({ ...parts.ofAccounts, clock: parts.clock, mail: fakeMail(mails) }, parts.accounts.guards),
      ...modelsModule({ ...parts, models, record: { ...nothingRecorded, readModel } }).routes,
      ...outboxModule(parts).routes,
      ...auditModule(parts).routes,
      ...watchedSystem(parts).routes,
      ...alsoServe(parts),
    ],
  });
  const { db } = test.database;
  return Object.assign(test, {
    mails,
    admin: await test.person({ email: adminEmail }),
    /** Entries about a target, newest first. */
    audit: (targetId: string) =>
      db.select().from(auditLog).where(eq(auditLog.targetId, targetId)).orderBy(desc(auditLog.id)),
  });
}

/** The system module of a process that serves, with a broker that rejects us. */
function watchedSystem({ accounts, dayStop, signals, site, ...platform }: TestParts) {
  const { db, clock } = platform;
  return systemModule({
    ...platform,
    config: { ...platform.config, broker: aBroker, dataDir: tmpdir() },
    accounts,
    dayStop,
    realNow: clock.now,
    scheduler: systemScheduler,
    leader: { ...platform.leader, isLeading: () => false },
    market: getMarket(platform),
    adapters: {
      shared: { valkey: null },
      brokerSide: aBrokerSide({ broker: { state: () => 'degraded', findTrader: async () => null } }),
      feed: { marketData: aSilentMarket([]) },
      mailTransport: null,
      telegram: null,
      llms: null,
      witnessSide: { witnesses: [] },
    },
    mail: { ...fakeMail(), countMails: () => countMails(db) },
    record: nothingRecorded,
    llmModels: only({ readUse: async () => null }),
    signals,
    site,
    events: only({ streamLagMs: () => 0 }),
    checks: [{ name: 'broker', check: () => 'degraded' }],
    consumers: [
      { name: 'mail', readBacklog: async () => getBacklog(await readBacklog(db, 'mail', clock.now()), clock.now()) },
      { name: 'settlement', readBacklog: async () => getBacklog(await readUnsettled(db, clock.now()), clock.now()) },
    ],
  });
}

const aBroker = {
  kind: 'pocket',
  apiUrl: 'https://broker.example',
  partnerId: '1',
  apiToken: 'a-token',
  referralUrl: 'https://broker.example/join',
  balanceMode: 'minus_bonuses',
  postbackKey: null,
} as const;

/** A market whose first pair had a tick a moment ago and whose second one has been silent. */
function getMarket({ market, clock }: TestPlatform): MarketView {
  const agesMs: Readonly<Record<string, number>> = { EURUSD: 400, GBPUSD: 60_000 };
  return {
    ...market,
    feed: {
      id: 'simulated:1',
      kind: 'simulated',
      isLive: false,
      symbols: ['EURUSD', 'GBPUSD', 'AUDUSD'],
      notOffered: [],
    },
    feedState: () => ({ connected: true, reason: 'wss://feed.example?token=secret' }),
    lastTick: (symbol) => {
      const age = agesMs[symbol];
      if (age === undefined) return null;
      return { symbol, time: clock.now() - age, receivedAt: clock.now() - age, bid: 1.1, ask: 1.1 };
    },
    age: () => 700,
    counts: () => ({ ...createTickQuality().counts(), accepted: 1_000, held: 1, repeated: 3, late: 2 }),
  };
}

const readModel: RecordApi['readModel'] = async (key) => ({ figures: noFigures(key), flag: null });

/** What the product knows of its models: one of them with a card. */
const models: LoadedModels = {
  forecasters: [aForecaster('kurs_ai_v2')],
  unavailable: [],
  metadata: new Map([
    [
      'kurs_ai_v2',
      {
        version: '1',
        file: new URL('file:///kurs_ai_v2.json'),
        fileHash: 'ab'.repeat(32),
        card: {
          trainedOn: { pairs: ['EURUSD'], from: '2024-01-01', to: '2025-12-31' },
          keptOut: { from: '2026-01-01', to: '2026-02-28' },
          signals: [{ duration: 5, count: 1_000, stated: 0.56, real: 0.55, low: 0.52, high: 0.58 }],
          byDay: [],
          steps: [],
        },
      },
    ],
  ]),
};
