import { toInstant } from '#contract/wire.ts';
import type { DrawnEntry } from '#domain/contest/contest-draw.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { defaultLanguage, isLanguage } from '#domain/language.ts';
import type { Transaction } from '#server/database/connection.ts';
import type { QueueMail } from '#server/modules/mail/new-mail.ts';
import { dayMs } from '#domain/time.ts';
import { insertWinners, listNumbered } from './winners.repository.ts';

/** A place of the draw, and which prize it gets. */
export interface Award {
  readonly rank: number;
  readonly prize: number;
  readonly entry: DrawnEntry;
}

export type AwardPrizes = (tx: Transaction, contestId: string, awards: readonly Award[], at: Date) => Promise<void>;

/** Winners and the mails to them are one transaction: nobody wins in silence. */
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
      // Gone with the account: the place stays empty.
      if (!person) continue;
      const { userId, email: to, lang, deletedAt } = person;
      await insertWinners(tx, [
        { contestId, rank, prize, number: entry.number, hash: entry.hash, userId, status: 'awaiting', statusAt: at },
      ]);
      // Nobody is left to send screenshots: when they are overdue, the prize passes on.
      if (deletedAt) continue;
      const until = toInstant(proofsUntil(at).getTime());
      const language = isLanguage(lang) ? lang : defaultLanguage;
      await queueMail(tx, { userId, to, lang: language, kind: 'contest_won', number: entry.number, until });
    }
  };

/** Until when a winner who was told then sends the screenshots. */
export const proofsUntil = (toldAt: Date): Date => new Date(toldAt.getTime() + contestRules.proofDays * dayMs);
