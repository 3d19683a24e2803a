/**
 * A process that issues, enters and settles signals in virtual time until it is killed. Started by kill-nine.test.ts:
 * node crash-worker.ts <database url> <virtual start> <crash point or "none"> <hits before the crash>
 * Says each virtual second it begins ("at …") and each signal that was acknowledged ("issued …") before going on.
 */
import { writeSync } from 'node:fs';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { CrashPoint } from '#server/crash-points.ts';
import { connectDatabase } from '#server/database/connection.ts';
import { createInProcessBus } from '#server/integrations/bus/in-process-bus.ts';
import { createEntries } from '#server/live/entries.ts';
import { resume } from '#server/live/resume.ts';
import { createSettlementLoop } from '#server/live/settlement-loop.ts';
import { createTickLog } from '#server/live/tick-log.ts';
import { findUserByEmail } from '#server/modules/accounts/accounts.repository.ts';
import { createTellUsers } from '#server/modules/events/tell-users.ts';
import { createEnterLate } from '#server/modules/signals/enter-late.ts';
import { createEnterSignal } from '#server/modules/signals/enter-signal.ts';
import { createIssueSignal } from '#server/modules/signals/issue-signal.ts';
import { createSettler } from '#server/modules/signals/settle-due.ts';
import { ProblemError } from '#server/http/problem.ts';
import { scripted, tickAt } from '#tests/support/scripted-market.ts';
import { silentLog } from '#tests/support/silent-log.ts';

const [url = '', start = '0', crashPoint = 'none', hits = '1'] = process.argv.slice(2);
const say = (line: string): void => void writeSync(1, `${line}\n`);

let hitsLeft = Number(hits);
const reach = (point: CrashPoint): void => {
  if (point === crashPoint && --hitsLeft === 0) process.kill(process.pid, 'SIGKILL');
};

let now = Number(start);
const clock = { now: () => now };
const { db } = connectDatabase({ url, onIdleError: () => undefined });
const tellUsers = createTellUsers(createInProcessBus());
const feed = 'simulated:1';
const enterSignal = createEnterSignal({ db, tellUsers, reach });
const enterLate = createEnterLate({ db, feeds: { only: feed }, enterSignal });
const settler = createSettler({ db, feeds: { only: feed }, tellUsers, clock, reach });
const tickLog = createTickLog({ db, feed });
const entries = createEntries({ enterSignal, feed, log: silentLog });
const settlement = createSettlementLoop({
  settler,
  enterLate,
  tickLog,
  clock,
  feedTime: clock.now,
  isLeading: () => true,
  patienceMs: 5_000,
  log: silentLog,
});
const watched = new Map<string, number>();
const engine = {
  feed: { id: feed, kind: 'simulated', isLive: false, symbols: scripted.symbols },
  watch: (symbol: string, until: number) => void watched.set(symbol, Math.max(until, watched.get(symbol) ?? 0)),
} as const;

let issued = 0;
const forecast = (): Forecast => ({
  model: 'kurs_ai_v1',
  modelVersion: 'scripted',
  symbol: scripted.symbols[issued++ % scripted.symbols.length] ?? 'EURUSD',
  barTime: now,
  decidedAt: now,
  duration: 2,
  pUp: issued % 2 === 0 ? 0.57 : 0.43,
  passability: 57,
  signalFrom: 55,
  signalled: true,
  session: 'day',
});
const issueSignal = createIssueSignal({
  requireGoingOn: async () => undefined,
  db,
  engine,
  entries,
  tellUsers,
  reach,
  clock,
  hours: { calendar: 'always', window: null },
  chooseForecast: () => ({ forecast: forecast(), aiModel: 'kurs_ai_v1' }),
  analyze: () => ({
    baseRate: 0.5,
    breakEven: 0.55,
    contributions: [],
    indicators: [],
    levels: [],
    sampleSize: 0,
    text: '',
  }),
});

await resume({ db, engine, settler, entries, enterLate });
const users = (await Promise.all([1, 2, 3, 4].map((n) => findUserByEmail(db, `trader-${n}@kurs.example`)))).flatMap(
  (user) => user ?? [],
);
say('ready');
for (;;) {
  say(`at ${now}`);
  for (const symbol of scripted.symbols) {
    const tick = tickAt(symbol, now + scripted.tickOffsetMs);
    if (tick.time <= (watched.get(symbol) ?? 0)) tickLog.add(tick);
    entries.onTick(tick);
  }
  await entries.idle();
  now += scripted.periodMs;
  // The virtual clock stands between two ticks: what expired settles once its ticks are in.
  await settlement.look();
  await Promise.all(users.map(issueFor));
}

async function issueFor(user: (typeof users)[number]): Promise<void> {
  try {
    const signal = await issueSignal({ user, model: 'kurs_ai_v1', duration: 2, exclude: [], isVipOpen: false });
    say(`issued ${signal.id}`);
  } catch (fault) {
    if (!(fault instanceof ProblemError && fault.code === 'signal_active')) throw fault;
  }
}
