import { recapPaths } from '#contract/paths.ts';
import type { DayRecap } from '#contract/record/views.ts';
import type { WallClock } from '#domain/clock.ts';
import { dateOfDay, newestClosedDay } from '#domain/record/recap-day.ts';
import { dayMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { QueueMail } from '#server/modules/mail/mail.api.ts';
import type { ReadRecap } from '#server/modules/record/record.api.ts';
import { type UnsubscribeTokens, unsubscribeAddress } from '#server/crypto/unsubscribe-token.ts';
import { recapMailing as mailing, type Subscriber } from './recap.repository.ts';

/** Returns the number of mails that were queued. */
export type SendRecaps = (stopping?: AbortSignal) => Promise<number>;

interface SendRecapsDependencies {
  readonly db: Database;
  readonly publicUrl: string;
  readonly readRecap: ReadRecap;
  readonly queueMail: QueueMail;
  readonly tokens: UnsubscribeTokens;
  /** A replay closes many days within one of the reader's. */
  readonly clock: WallClock;
}

const batch = 100;

/**
 * Queues the newest recap once per user and UTC day, from a quarter past midnight on; nothing for a
 * day of which nothing is recorded.
 */
export function createSendRecaps({
  db,
  publicUrl,
  readRecap,
  queueMail,
  tokens,
  clock,
}: SendRecapsDependencies): SendRecaps {
  const queueOne = (recap: DayRecap, day: string, { userId, email: to, lang }: Subscriber): Promise<boolean> =>
    inTransaction(db, async ({ tx }) => {
      if (!(await mailing.insertMail(tx, { userId, day, queuedAt: new Date(clock.now()) }))) return false;
      const link = { publicUrl, path: recapPaths.unsubscribe, token: tokens.sign(userId), lang };
      const { day: of, signals, shadow, best, worst } = recap;
      const content = { kind: 'daily_recap', day: of, signals, shadow, best, worst } as const;
      await queueMail(tx, { userId, to, lang, ...content, unsubscribe: unsubscribeAddress(link) });
      return true;
    });

  return async (stopping) => {
    const today = newestClosedDay(clock.now()) + 1;
    const due = { day: dateOfDay(today), before: new Date(today * dayMs), limit: batch };
    let queued = 0;
    for (;;) {
      const subscribers = await mailing.listDue(db, due);
      if (subscribers.length === 0 || stopping?.aborted) return queued;
      const recap = await readRecap({});
      if (recap.models.length === 0) return queued;
      for (const subscriber of subscribers) if (await queueOne(recap, due.day, subscriber)) queued++;
    }
  };
}
