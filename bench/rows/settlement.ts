import { randomUUID } from 'node:crypto';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { pino } from 'pino';
import { noCrash } from '#server/start/runtime.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import type { EnqueueUserEvents } from '#server/modules/events/events.api.ts';
import { enqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import type { Database } from '#server/database/connection.ts';
import { signals, ticks } from '#server/database/schema.ts';
import { settleDue } from '#server/modules/signals/settlement/settlement.ts';
import { createFigure } from '../figure.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';
import { seedUsers } from '../setup/seed-users.ts';

const due = 10_000;
const rounds = 5;
const batch = 1_000;
const threeMinutesMs = 180_000;

export const settlementRow: Row = {
  name: 'settlement',
  what: `${due.toLocaleString('en')} signals due in one second: outcomes, record, news`,
  peer: 'none',
  async measure(print) {
    const postgres = await startOwnPostgres();
    try {
      const { db } = postgres;
      const userIds = await seedUsers(db, due);
      const bus = createInProcessBus();
      const enqueue: EnqueueUserEvents = (work, events) => enqueueUserEvents({ bus, clock: Date }, work, events);
      const ctx = {
        leaderDb: db,
        enqueueUserEvents: enqueue,
        crashPoint: noCrash,
        settledListeners: [],
        log: pino(),
      };
      const market = { feeds: { only: feed }, isRecorded: true, clock: Date, decidableUntil: Date.now, periodMs: 200 };
      const seconds: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const expiry = Date.parse('2026-03-02T09:00:00.000Z') + round * threeMinutesMs;
        await seedSignals(db, userIds, expiry);
        const startedAt = performance.now();
        let settled = 0;
        for (let more = 1; more > 0; settled += more) more = await settleDue(ctx, market, expiry + 1_000);
        const took = (performance.now() - startedAt) / 1000;
        if (settled !== due) throw new Error(`${settled} of ${due} signals were settled`);
        // The first round warms up.
        if (round > 0) seconds.push(took);
        print(`round ${round} of ${rounds}: ${took.toFixed(2)} s`);
      }
      return [createFigure('until the last is settled', 's', seconds, { atMost: 2 })];
    } finally {
      await postgres.stop();
    }
  },
};

const feed = 'simulated:1';

/** Live signals of all pairs that expire within the second before `expiry`, with the ticks that decide them. */
async function seedSignals(db: Database, userIds: readonly string[], expiry: number): Promise<void> {
  const secondsAfterIssue = Array.from({ length: 40 }, (_, second) => expiry - threeMinutesMs + second * 1_000);
  const times = [...secondsAfterIssue, expiry - 1_500].map((time) => new Date(time));
  await db
    .insert(ticks)
    .values(
      times.flatMap((time) => currencyPairs.map(({ symbol }) => ({ feed, symbol, time, bid: 1.1, ask: 1.10002 }))),
    );
  const rows = userIds.map((userId, i) => getSignal(userId, i, expiry - (i % 1_000)));
  for (let i = 0; i < rows.length; i += batch) await db.insert(signals).values(rows.slice(i, i + batch));
}

function getSignal(userId: string, i: number, expiresAt: number): typeof signals.$inferInsert {
  const openedAt = new Date(expiresAt - threeMinutesMs);
  return {
    id: randomUUID(),
    userId,
    symbol: currencyPairs[i % currencyPairs.length]?.symbol ?? 'EURUSD',
    direction: i % 2 === 0 ? 'BUY' : 'SELL',
    aiModel: 'kurs_ai_v1',
    modelVersion: 'bench',
    duration: 3,
    pUp: 0.57,
    passability: 57,
    payout: 0.8,
    feed,
    issuedAt: new Date(openedAt.getTime() - 200),
    status: 'live',
    openPrice: 1.1,
    openedAt,
    expiresAt: new Date(expiresAt),
    analytics: {
      baseRate: 50,
      breakEven: 0.55,
      contributions: [],
      indicators: [],
      levels: [],
      sampleSize: 1,
      text: '',
    },
  };
}
