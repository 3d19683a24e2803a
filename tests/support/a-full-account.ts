import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/database/connection.ts';
import {
  contestDraws,
  contestEntries,
  contestScreenshots,
  contestWinners,
} from '#server/database/tables/contest-tables.ts';
import { recoveryCodes, totpSecrets } from '#server/database/tables/sign-in-tables.ts';
import {
  alertRules,
  alerts,
  pushSubscriptions,
  telegramChats,
  telegramCodes,
} from '#server/database/tables/alert-tables.ts';
import { autoRunSignals, autoRuns } from '#server/database/tables/auto-run-tables.ts';
import { digestMails, digestSubscriptions, deliveries } from '#server/database/tables/delivery-tables.ts';
import { reviews } from '#server/database/tables/review-tables.ts';
import { outcomes, sessions, userEvents, users } from '#server/database/schema.ts';
import {
  balanceHistory,
  dayStops,
  payouts,
  statedTraders,
  traderChecks,
  traderDays,
} from '#server/database/tables/trader-tables.ts';
import { aLiveSignal } from './a-signal.ts';

/** Values that identify the user, in any table: none may remain after the account is deleted. */
export interface Traces {
  readonly trader: string;
  readonly words: string;
  readonly name: string;
  readonly device: string;
}

let filled = 0;
const newTraces = (): Traces => {
  filled += 1;
  const [trader, words, name, device] = ['7731', 'Words of person ', 'Olena K ', 'Browser of person '].map(
    (text) => `${text}${1_000 + filled}`,
  );
  return { trader, words, name, device } as Traces;
};

const at = new Date('2026-03-01T12:00:00.000Z');

/** Inserts a row of this user into every table that has rows of users. */
export async function fillAccount(db: Database, userId: string): Promise<{ signalId: string; traces: Traces }> {
  const traces = newTraces();
  await db
    .update(users)
    .set({ referralId: traces.trader, referralProof: 'sandbox', balance: 124.5, campaign: 'spring' })
    .where(eq(users.id, userId));
  await db.update(sessions).set({ userAgent: traces.device, secondFactorAt: at }).where(eq(sessions.userId, userId));
  const { id: signalId } = await aLiveSignal(db, {
    userId,
    status: 'settled',
    result: 'successful',
    closePrice: 1.2,
    issuedAt: at,
  });
  await db.insert(outcomes).values({ signalId, result: 'successful', closePrice: 1.2, settledAt: at });
  const runId = randomUUID();
  await db.insert(autoRuns).values({
    id: runId,
    userId,
    aiModel: 'kurs_ai_v1',
    interval: 3,
    take: true,
    stopAfterLosses: 3,
    dailyLimit: 10,
    startedAt: at,
    state: 'searching',
    nextSignalAt: at,
  });
  await db.insert(autoRunSignals).values({ runId, step: 1, signalId });
  await db.insert(totpSecrets).values({ userId, sealed: traces.words, createdAt: at, confirmedAt: null, lastStep: 0 });
  await db.insert(recoveryCodes).values({ userId, codeHash: Buffer.from(traces.words), createdAt: at });
  const rule = { channels: [], models: [], symbols: [], durations: [], minPassability: 50 } as const;
  await db.insert(alertRules).values({
    ...rule,
    channels: [],
    models: [],
    symbols: [],
    durations: [],
    userId,
    results: false,
    perHour: 6,
    changedAt: at,
  });
  const alertId = randomUUID();
  const alert = { id: alertId, userId, kind: 'alert', at, symbol: 'EURUSD', content: { words: traces.words } } as const;
  await db.insert(alerts).values({ ...alert, createdAt: at, dropAt: at });
  const endpoint = `https://push.example/${encodeURIComponent(traces.words)}`;
  const device = { id: randomUUID(), userId, endpoint, p256dh: 'p', auth: 'a', userAgent: traces.device };
  await db.insert(pushSubscriptions).values({ ...device, createdAt: at });
  await db.insert(telegramChats).values({ userId, chatId: 7_000_000 + filled, name: traces.name, linkedAt: at });
  await db.insert(telegramCodes).values({ userId, codeHash: Buffer.from(traces.words), expiresAt: at });
  await db.insert(digestSubscriptions).values({ userId, since: at });
  await db.insert(digestMails).values({ userId, day: '2026-03-02', queuedAt: at });
  await db.insert(balanceHistory).values({ userId, at, balance: 124.5, isSelfExcluded: false });
  const check = { id: randomUUID(), userId, kind: 'balance', traderId: traces.trader, state: 'checking' } as const;
  await db.insert(traderChecks).values({ ...check, startedAt: at, nextAt: at });
  await db
    .insert(traderDays)
    .values({ userId, traderId: traces.trader, day: '2026-03-01', netTurnover: 500, turnoverBefore: 0, commission: 9 });
  await db.insert(statedTraders).values({ traderId: traces.trader, balance: 124.5, statedAt: at });
  await db.insert(payouts).values({ userId, symbol: 'EURUSD', percent: 85, updatedAt: at });
  await db.insert(dayStops).values({ userId, stoppedUntil: at });
  await db.insert(userEvents).values({ userId, name: 'balance', data: { trader: traces.trader }, at });
  const mail = { channel: 'mail', kind: 'id_confirmed', recipient: 'olena@kurs.example', lang: 'uk' } as const;
  const content = { status: 'kept', sealed: 'sealed words' } as const;
  await db
    .insert(deliveries)
    .values({ id: randomUUID(), userId, alertId, ...mail, ...content, queuedAt: at, dropAt: at });
  const review = { id: randomUUID(), userId, rating: 5, text: traces.words, signals: 1, writtenAt: at };
  await db.insert(reviews).values({ ...review, status: 'published' });
  await winPrize(db, userId);
  return { signalId, traces };
}

async function winPrize(db: Database, userId: string): Promise<void> {
  const contestId = `contest ${filled}`;
  await db.insert(contestEntries).values({ contestId, userId, joinedAt: at });
  await db.insert(contestDraws).values({ contestId, drawnAt: at });
  const winner = { contestId, userId, prize: 1, status: 'awaiting', statusAt: at, sendUntil: at } as const;
  await db.insert(contestWinners).values(winner);
  const screenshot = { id: randomUUID(), type: 'image/png', image: Buffer.from('a screenshot'), sentAt: at } as const;
  await db.insert(contestScreenshots).values({ contestId, userId, ...screenshot });
}
