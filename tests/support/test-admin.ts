import { desc, eq } from 'drizzle-orm';
import type { Clock } from '#domain/clock.ts';
import { createTickQuality } from '#engine/tick/tick-quality.ts';
import { auditLog } from '#server/database/signal-tables.ts';
import { createMailLink } from '#server/modules/accounts/mail-links.ts';
import { createMailPasswordLink } from '#server/modules/accounts/mail-password-link.ts';
import type { NewMail } from '#server/modules/mail/mail.api.ts';
import type { ModelHealth } from '#server/modules/models/model-health.ts';
import type { WatchedEngine } from '#server/modules/system/read-feed-state.ts';
import { composeAdmin } from '#server/services/compose-admin.ts';
import { adminEmail, createTestSignals, type SignalPerson, startsAt, type TestSignals } from './test-signals.ts';

type AuditRow = typeof auditLog.$inferSelect;

/** The administrators' part of the product beside its signals, on a separate database. */
export interface TestAdmin extends TestSignals {
  /** Configured in ADMIN_EMAILS. */
  readonly admin: SignalPerson;
  /** Queued mails. */
  readonly mails: readonly NewMail[];
  /** Entries about a target, newest first. */
  audit(targetId: string): Promise<AuditRow[]>;
}

export const internalEmail = 'tester@kurs.example';

export async function createTestAdmin(): Promise<TestAdmin> {
  const mails: NewMail[] = [];
  const test = await createTestSignals({
    alsoServe: (parts) =>
      composeAdmin({
        ...parts,
        clock: parts.clock,
        marketClock: parts.clock,
        engine: engineOf(parts.clock),
        broker: { state: () => 'degraded' },
        mailPasswordLink: createMailPasswordLink({
          ...parts,
          mailLink: createMailLink({
            ...parts,
            publicUrl: 'http://localhost:3000',
            queueMail: async (_tx, mail) => void mails.push(mail),
          }),
        }),
        readModelHealth: async () => [aModelHealth()],
        checks: [{ name: 'broker', check: () => 'degraded' }],
        config: {
          access: parts.access,
          adminEmails: [adminEmail],
          internalEmails: [internalEmail],
          broker: { kind: 'pocket' },
          mail: { smtpUrl: 'smtp://user:secret@mail.example', from: 'kurs@kurs.example' },
          tradingHours: { calendar: 'always', window: null },
        },
      }).modules,
  });
  const { db } = test.database;
  return Object.assign(test, {
    mails,
    admin: await test.person({ email: adminEmail }),
    audit: (targetId: string) =>
      db.select().from(auditLog).where(eq(auditLog.targetId, targetId)).orderBy(desc(auditLog.id)),
  });
}

/** A market whose first pair had a tick a moment ago and whose second one has been silent. */
function engineOf(clock: Clock): WatchedEngine {
  const agesMs: Readonly<Record<string, number>> = { EURUSD: 400, GBPUSD: 60_000 };
  return {
    feed: { id: 'simulated:1', kind: 'simulated', isLive: false, symbols: ['EURUSD', 'GBPUSD', 'AUDUSD'] },
    feedState: () => ({ connected: true, reason: 'wss://feed.example?token=secret' }),
    lastTick: (symbol) => {
      const age = agesMs[symbol];
      if (age === undefined) return null;
      return { symbol, time: clock.now() - age, receivedAt: clock.now() - age, bid: 1.1, ask: 1.1 };
    },
    counts: () => ({ ...createTickQuality().counts(), accepted: 1_000, held: 1, repeated: 3, late: 2 }),
  };
}

/** A model's health as in its card and the record. */
const aModelHealth = (): ModelHealth => ({
  key: 'kurs_ai_v2',
  name: 'Kurs AI v2',
  available: true,
  reason: null,
  version: '1',
  fileHash: 'ab'.repeat(32),
  card: {
    trainedOn: { pairs: ['EURUSD'], from: '2024-01-01', to: '2025-12-31' },
    keptOut: { from: '2026-01-01', to: '2026-02-28' },
    signals: [{ duration: 5, from: 55, count: 1_000, stated: 0.56, real: 0.55, low: 0.52, high: 0.58 }],
    steps: [],
  },
  live: {
    aiModel: 'kurs_ai_v2',
    total: 0,
    successful: 0,
    neutral: 0,
    unsuccessful: 0,
    void: 0,
    winRate: null,
    low: null,
    high: null,
    breakEven: 0.5495,
    rank: null,
    calibration: [],
    shadow: null,
    flagged: false,
    flag: null,
  },
  lastForecastAt: startsAt - 60_000,
  forecastsPerMinute: 28,
  abstainedShare: 0.85,
});
