import { minuteMs } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { Database } from '#server/database/connection.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { listUsers } from '#server/modules/accounts/accounts.repository.ts';
import { createMatchMinute } from '#server/modules/alerts/match-minute.ts';
import { createListLinked } from '#server/modules/telegram/chats.repository.ts';

import { paying } from './paying.ts';

type MatchMinuteDependencies = Parameters<typeof createMatchMinute>[0];

/** Composes the worker's matching for users with access and without limits; sends no mails. */
export function createBenchMatchMinute(
  db: Database,
  change: Partial<MatchMinuteDependencies> = {},
): ReturnType<typeof createMatchMinute> {
  const clock = { now: () => Date.now() };
  const everyone = paying(0.82);
  return createMatchMinute({
    db,
    clock,
    marketClock: clock,
    hours: { calendar: 'always', window: null },
    listPayouts: async (ids) => new Map(ids.map((id) => [id, everyone])),
    speed: 1,
    publicUrl: 'https://kurs.example',
    listUsers: (ids) => listUsers(db, ids),
    mayTrade: () => true,
    mayUseVip: () => true,
    listStopped: async () => new Set(),
    listLinked: createListLinked(true),
    queueMail: async () => undefined,
    getUnsubscribeAddress: () => '',
    ...systemScheduler,
    onError: (error) => console.error(error),
    ...change,
  });
}

/** A forecast with an edge that has just been stated. */
export function anEdgeNow(): Forecast {
  const decidedAt = Date.now();
  const of = { model: 'kurs_ai_v2', modelVersion: '1', symbol: 'EURUSD', duration: 5, session: 'day' } as const;
  const stated = { pUp: 0.6, passability: 60 };
  return { ...of, ...stated, barTime: decidedAt - minuteMs, decidedAt };
}
