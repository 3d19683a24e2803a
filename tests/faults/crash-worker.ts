/**
 * A process that issues, enters and settles signals in virtual time until it is killed. Started by
 * kill-nine.test.ts: node crash-worker.ts <database url> <virtual start> <crash point or "none">
 * <hits before the crash> Prints each virtual second at its start ("at …") and each acknowledged
 * signal ("issued …") before it continues.
 */
import { writeSync } from 'node:fs';
import { decidableUntil } from '#server/live/live-engine.ts';
import type { CrashPoint } from '#server/start/runtime.ts';
import { connectDatabase } from '#server/database/connection.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { entriesWritten, takeTick } from '#server/modules/signals/settlement/entries.ts';
import { ownMarket, resume, settleOnce } from '#server/modules/signals/settlement/settlement.ts';
import { findUserByEmail } from '#server/modules/accounts/accounts.repository.ts';
import { signalsModule } from '#server/modules/signals/module.ts';
import { issueSignal } from '#server/modules/signals/issue-signal.ts';
import { ApiError } from '#server/http/api-error.ts';
import { fakeMarket, tickAt } from '#tests/support/market/fake-market.ts';
import { settleStatements } from '#server/modules/shadow/settle-statements.ts';
import { statedMarket } from '#tests/support/market/stated-market.ts';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';
import { aForecaster, localModels, type Phrases } from '#tests/support/record/stated-forecasts.ts';
import { createStatedMinutes } from '#tests/support/record/stated-minutes.ts';
import { aShadowContext, aSignalsContext } from '#tests/support/signals-context.ts';
import { testConfig, testPlatform } from '#tests/support/test-platform.ts';

const [url = '', start = '0', chosenPoint = 'none', hits = '1'] = process.argv.slice(2);
const print = (line: string): void => void writeSync(1, `${line}\n`);

let hitsLeft = Number(hits);
const crashPoint = (point: CrashPoint): void => {
  if (point === chosenPoint && --hitsLeft === 0) process.kill(process.pid, 'SIGKILL');
};

let now = Number(start);
const clock = { now: () => now };
/** The side changes with time, the same for all pairs. */
const said: Phrases = {
  symbols: [...fakeMarket.symbols],
  passability: 57,
  get direction() {
    return Math.floor(now / fakeMarket.periodMs) % 2 === 0 ? 'BUY' : 'SELL';
  },
  set direction(_) {},
};
const database = connectDatabase({ url, onIdleError: () => undefined });
const { db } = database;
const base = testPlatform(database, { clock, crashPoint, scheduler: systemScheduler });
const feed = { ...base.engine.feed, symbols: fakeMarket.symbols };
const platform = {
  ...base,
  engine: {
    ...base.engine,
    feed,
    decidableUntil: () => decidableUntil({ now, feedTime: now, isSilent: true, speed: 1 }),
  },
};
const minutes = createStatedMinutes({ db, clock, market: said, feed });
const ctx = aSignalsContext(
  { ...platform, market: statedMarket(platform, said) },
  {
    config: testConfig({ tradingHours: { calendar: 'always', window: null } }),
    models: { forecasters: localModels.map(aForecaster), metadata: new Map(), unavailable: [] },
    record: { ...nothingRecorded, readMarketState: minutes.state },
  },
);
const shadow = aShadowContext(platform, ctx.record, { signals: signalsModule(ctx).api });

await resume(ctx);
let issued = 0;
const othersThan = (symbol: string | undefined) => fakeMarket.symbols.filter((other) => other !== symbol);
const users = (await Promise.all([1, 2, 3, 4].map((n) => findUserByEmail(db, `trader-${n}@kurs.example`)))).flatMap(
  (user) => user ?? [],
);
print('ready');
for (;;) {
  print(`at ${now}`);
  for (const symbol of fakeMarket.symbols) takeTick(ctx, tickAt(symbol, now + fakeMarket.tickOffsetMs));
  await entriesWritten(ctx);
  now += fakeMarket.periodMs;
  // The virtual clock is between two ticks: expired signals settle once their ticks have arrived.
  await settleOnce(ctx, ownMarket(ctx));
  await settleStatements(shadow, { until: now, of: 'all' });
  await Promise.all(users.map(issueFor));
}

async function issueFor(user: (typeof users)[number]): Promise<void> {
  try {
    const signal = await issueSignal(ctx, {
      user,
      model: 'kurs_ai_v1',
      durations: [2],
      exclude: othersThan(fakeMarket.symbols[issued++ % fakeMarket.symbols.length]),
      isPracticeAllowed: false,
      isVipOpen: false,
    });
    print(`issued ${signal.id}`);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'signal_active')) throw error;
  }
}
