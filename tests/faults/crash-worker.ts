/**
 * A process that issues, enters and settles signals in virtual time until it is killed. Started by
 * kill-nine.test.ts: node crash-worker.ts <database url> <virtual start> <crash point or "none">
 * <hits before the crash> Prints each virtual second at its start ("at …") and each acknowledged
 * signal ("issued …") before it continues.
 */
import { writeSync } from 'node:fs';
import { decidableUntil } from '#server/live/live-engine.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { CrashPoint } from '#server/start/crash-points.ts';
import { connectDatabase } from '#server/database/connection.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { createEntries, createWatchedPairs } from '#server/modules/signals/settlement/entries.ts';
import { createEnterLate, createSettlementLoop, resume } from '#server/modules/signals/settlement/create-settlement.ts';
import { createTickLog } from '#server/modules/signals/settlement/tick-log.ts';
import { findUserByEmail } from '#server/modules/accounts/accounts.repository.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { createEnterSignal } from '#server/modules/signals/settlement/enter-signal.ts';
import { createIssueSignal } from '#server/modules/signals/issue-signal.ts';
import { createSettler } from '#server/modules/signals/settlement/settle-due.ts';
import { createStoreSignal } from '#server/modules/signals/store-signal.ts';
import { ApiError } from '#server/http/api-error.ts';
import { paying } from '#tests/support/paying.ts';
import { fakeMarket, tickAt } from '#tests/support/market/fake-market.ts';
import { createSettleStatements } from '#server/modules/shadow/settle-statements.ts';
import { loggedTicks } from '#server/modules/signals/create-signals-module.ts';
import { minuteMs } from '#domain/time.ts';
import type { Phrases } from '#tests/support/record/stated-forecasts.ts';
import { createStatedMinutes } from '#tests/support/record/stated-minutes.ts';
import { silentLog } from '#tests/support/silent-log.ts';

const [url = '', start = '0', chosenPoint = 'none', hits = '1'] = process.argv.slice(2);
const print = (line: string): void => void writeSync(1, `${line}\n`);

let hitsLeft = Number(hits);
const crashPoint = (point: CrashPoint): void => {
  if (point === chosenPoint && --hitsLeft === 0) process.kill(process.pid, 'SIGKILL');
};

let now = Number(start);
const clock = { now: () => now };
const { db } = connectDatabase({ url, onIdleError: () => undefined });
const bus = createInProcessBus();
const enqueueUserEvents = createEnqueueUserEvents(bus, Date);
const feed = 'simulated:1';
const enterSignal = createEnterSignal({ db, enqueueUserEvents, crashPoint });
const enterLate = createEnterLate({ db, feeds: { only: feed }, enterSignal });
const settler = createSettler({ db, feeds: { only: feed }, isRecorded: true, enqueueUserEvents, clock, crashPoint });
const tickLog = createTickLog({ db, feed, readDecidedUntil: async () => null });
const pairs = createWatchedPairs({ recentTicks: () => [], tickLog });
const entries = createEntries({ enterSignal, pairs, feed, log: silentLog });
bus.onNotice('signal_issued', entries.add);
const settlement = createSettlementLoop({
  settler,
  enterLate,
  tickLog,
  decidableUntil: () => decidableUntil({ now: clock.now(), feedTime: clock.now(), isSilent: true, speed: 1 }),
  isLeading: () => true,
  after: systemScheduler.after,
  log: silentLog,
});
const market = {
  feed: { id: feed, kind: 'simulated', isLive: false, symbols: fakeMarket.symbols, notOffered: [] },
} as const;

let issued = 0;
/** The side changes with time, the same for all pairs. */
const said: Phrases & { readonly isLevel: true } = {
  isLevel: true,
  symbols: [...fakeMarket.symbols],
  passability: 57,
  get direction() {
    return Math.floor(now / fakeMarket.periodMs) % 2 === 0 ? 'BUY' : 'SELL';
  },
  set direction(_) {},
};
const minutes = createStatedMinutes({ db, clock, market: said, feed: market.feed });
const settleStatements = createSettleStatements({ db, readTicks: loggedTicks, feed, crashPoint });
const forecast = (): Forecast => ({
  model: 'kurs_ai_v1',
  modelVersion: 'scripted',
  symbol: fakeMarket.symbols[issued++ % fakeMarket.symbols.length] ?? 'EURUSD',
  barTime: now - minuteMs,
  decidedAt: now,
  duration: 2,
  pUp: said.direction === 'BUY' ? 0.57 : 0.43,
  passability: 57,
  session: 'day',
});
const issueSignal = createIssueSignal({
  readPayouts: async () => paying(0.82),
  assertNotStopped: async () => undefined,
  db,
  market: { ...market, readyInMs: () => 0 },
  storeSignal: createStoreSignal({
    db,
    record: { readMarketState: minutes.state },
    bus,
    enqueueUserEvents,
    crashPoint,
    scheduler: systemScheduler,
    endSearches: async () => [],
    listStopped: async () => new Set<string>(),
  }),
  clock,
  hours: { calendar: 'always', window: null },
  chooseForecast: async () => ({ forecast: forecast(), payout: 0.82, hasEdge: true, aiModel: 'kurs_ai_v1' }),
  analyze: () => () => ({
    baseRate: 0.5,
    breakEven: 0.55,
    contributions: [],
    indicators: [],
    levels: [],
    sampleSize: 0,
    text: '',
  }),
});

await resume({ db, engine: market, pairs, settler, entries, enterLate });
const users = (await Promise.all([1, 2, 3, 4].map((n) => findUserByEmail(db, `trader-${n}@kurs.example`)))).flatMap(
  (user) => user ?? [],
);
print('ready');
for (;;) {
  print(`at ${now}`);
  for (const symbol of fakeMarket.symbols) {
    const tick = tickAt(symbol, now + fakeMarket.tickOffsetMs);
    pairs.onTick(tick);
    entries.onTick(tick);
  }
  await entries.idle();
  now += fakeMarket.periodMs;
  // The virtual clock is between two ticks: expired signals settle once their ticks have arrived.
  await settlement.poll();
  await settleStatements({ until: now, of: 'all' });
  await Promise.all(users.map(issueFor));
}

async function issueFor(user: (typeof users)[number]): Promise<void> {
  try {
    const signal = await issueSignal({
      user,
      model: 'kurs_ai_v1',
      durations: [2],
      exclude: [],
      isPracticeAllowed: false,
      isVipOpen: false,
    });
    print(`issued ${signal.id}`);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'signal_active')) throw error;
  }
}
