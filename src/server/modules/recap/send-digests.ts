import { getBreakEven } from '#domain/statistics/break-even.ts';
import { digestPaths } from '#contract/paths.ts';
import type { Tally } from '#contract/statistics.ts';
import { toInstant } from '#contract/wire.ts';
import { dateOfDay, newestClosedWeek } from '#domain/record/recap-day.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import { dayMs } from '#domain/time.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { DigestFigures, QueueMail } from '#server/modules/mail/mail.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import { type UnsubscribeTokens, unsubscribeAddress } from '#server/crypto/unsubscribe-token.ts';
import type { Platform } from '#server/start/platform.ts';
import { digestMailing as mailing, type Subscriber } from './recap.repository.ts';

/** Returns the number of mails that were queued. */
export type SendDigests = (stopping?: AbortSignal) => Promise<number>;

interface SendDigestsDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly publicUrl: string;
  readonly payout: number;
  readonly readStats: SignalsApi['readStats'];
  readonly queueMail: QueueMail;
  readonly tokens: UnsubscribeTokens;
}

const batch = 100;
const weekDays = 7;

/**
 * Queues the newest closed week (UTC) once per user, from Monday a quarter past midnight on; nothing
 * for a week without results.
 */
export function createSendDigests(needs: SendDigestsDependencies): SendDigests {
  const { db, publicUrl, payout, readStats, queueMail, tokens, clock } = needs;

  const queueOne = async (monday: number, { userId, email: to, lang }: Subscriber): Promise<boolean> => {
    const until = toInstant((monday + weekDays) * dayMs);
    const [week, total] = await Promise.all([
      readStats(userId, { from: toInstant(monday * dayMs), to: until }),
      readStats(userId, { to: until }),
    ]);
    const link = { publicUrl, path: digestPaths.unsubscribe, token: tokens.sign(userId), lang };
    const content = {
      kind: 'weekly_digest',
      firstDay: dateOfDay(monday),
      lastDay: dateOfDay(monday + weekDays - 1),
      week: computeFigures(week),
      total: computeFigures(total),
      breakEven: getBreakEven(payout),
      unsubscribe: unsubscribeAddress(link),
    } as const;
    return inTransaction(db, async ({ tx }) => {
      const mail = { userId, day: dateOfDay(monday + weekDays), queuedAt: new Date(clock.now()) };
      if (!(await mailing.insertMail(tx, mail)) || week.total + week.void === 0) return false;
      await queueMail(tx, { userId, to, lang, ...content });
      return true;
    });
  };

  return async (stopping) => {
    const monday = newestClosedWeek(clock.now());
    const next = monday + weekDays;
    let queued = 0;
    for (;;) {
      const due = await mailing.listDue(db, { day: dateOfDay(next), before: new Date(next * dayMs), limit: batch });
      if (due.length === 0 || stopping?.aborted) return queued;
      for (const subscriber of due) if (await queueOne(monday, subscriber)) queued++;
    }
  };
}

function computeFigures({ successful, unsuccessful, neutral, void: voided }: Tally): DigestFigures {
  const decided = successful + unsuccessful;
  const interval = decided < minOutcomesForRate ? null : wilsonInterval(successful, decided);
  const rate = interval && { winRate: successful / decided, ...interval };
  return { successful, unsuccessful, neutral, void: voided, rate };
}
