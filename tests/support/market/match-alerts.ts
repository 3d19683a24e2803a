import { minuteMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { listUsers } from '#server/modules/accounts/accounts.repository.ts';
import { matchMinute } from '#server/modules/alerts/match-minute.ts';
import { only } from '../only.ts';
import { paying } from './paying.ts';
import { testDeliveries } from '../test-deliveries.ts';
import { testConfig, testPlatform } from '../test-platform.ts';
import { nothingStated } from '../signals-context.ts';

/** Of the product, whose worker opens what is queued here. */
export const SECRET = 'd59ee2c2a1f1a5c3b3f5fba1bd0a2ee8c7b4d1f06a3985e20c7b164f9d83a5be';

/** Alerts users with access and without limits of a forecast that has just been stated. Resolves with their number. */
export function alertOfAnEdge(db: Database, { publicUrl = 'https://kurs.example' } = {}): Promise<number> {
  const clock = { now: () => Date.now() };
  const tradingHours = { calendar: 'always', window: null } as const;
  const config = testConfig({ secret: SECRET, publicUrl, tradingHours });
  const everyone = paying(0.82);
  const { queueIn } = testDeliveries({ db }, { config, clock, telegram: only({}) });
  const decidedAt = clock.now();
  const forecast = { model: 'kurs_ai_v2', modelVersion: '1', symbol: 'EURUSD', duration: 5, session: 'day' } as const;
  const stated = { pUp: 0.6, passability: 60, barTime: decidedAt - minuteMs, decidedAt };
  return matchMinute(
    {
      ...testPlatform({ db }, { config, clock, scheduler: systemScheduler }),
      accounts: only({ listUsers: (ids) => listUsers(db, ids) }),
      traders: only({ mayReadPrices: () => true, mayUseVip: () => true }),
      dayStop: only({ listStopped: async () => new Set() }),
      payouts: only({ listPayouts: async (ids) => new Map(ids.map((id) => [id, everyone])) }),
      signals: only({}),
      site: nothingStated,
      deliveries: only({ queue: queueIn }),
      hasBot: true,
      isPushAllowed: () => true,
    },
    [{ ...forecast, ...stated }],
  );
}
