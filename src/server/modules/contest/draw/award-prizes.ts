import { toInstant } from '#contract/wire.ts';
import type { DrawnEntry } from '#record/contest-draw.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import type { Transaction } from '#server/database/connection.ts';
import type { QueueMail } from '#server/modules/mail/mail.api.ts';
import { dayMs } from '#domain/time.ts';
import { insertWinners, listNumbered } from './winners.repository.ts';

/** A rank of the draw and its prize. */
interface Award {
  readonly rank: number;
  readonly prize: number;
  readonly entry: DrawnEntry;
}

export type AwardPrizes = (tx: Transaction, contestId: string, awards: readonly Award[], at: Date) => Promise<void>;

/** Winners and their mails are written in one transaction, so that no winner goes unnotified. */
export const createAwardPrizes =
  ({ queueMail }: { readonly queueMail: QueueMail }): AwardPrizes =>
  async (tx, contestId, awards, at) => {
    const people = await listNumbered(
      tx,
      contestId,
      awards.map(({ entry }) => entry.number),
    );
    for (const { rank, prize, entry } of awards) {
      const person = people.find(({ number }) => number === entry.number);
      if (!person) throw new Error(`entry ${entry.number} of contest ${contestId} has no participant`);
      const { userId, email: to, lang, deletedAt } = person;
      await insertWinners(tx, [
        { contestId, rank, prize, number: entry.number, hash: entry.hash, userId, status: 'awaiting', statusAt: at },
      ]);
      // A deleted account cannot send screenshots: when they are overdue, the prize passes on.
      if (deletedAt) continue;
      const until = toInstant(proofsUntil(at).getTime());
      await queueMail(tx, { userId, to, lang, kind: 'contest_won', number: entry.number, until });
    }
  };

/** Deadline of the screenshots for a winner who was notified at that time. */
export const proofsUntil = (toldAt: Date): Date => new Date(toldAt.getTime() + contestRules.proofDays * dayMs);
