import { randomUUID } from 'node:crypto';
import { contestRules, type ImageType, maxImageBytes } from '#domain/contest/contest-rules.ts';
import type { Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { hourMs } from '#domain/time.ts';
import { type ContestHead, holdOpen } from '../contests.repository.ts';
import { lockEntry } from '../entries.repository.ts';
import { countSent, findSignal, insertProof } from './proofs.repository.ts';
import { listWinners } from '../draw/winners.repository.ts';
import type { ContestParts } from '../contest-parts.ts';

/** Returns the id of the stored screenshot. */
type TakeProof = (sent: {
  readonly userId: string;
  /** The signal of the trade it shows; absent: sent as a winner. */
  readonly signalId?: string | undefined;
  readonly image: Buffer;
}) => Promise<string>;

type SentProof = Parameters<TakeProof>[0];

const sentAnHour = { max: 40, windowMs: hourMs };
/** Twice the number of required trades. */
const maxSent = 2 * contestRules.trades;

/** A screenshot is stored in the database unchanged, and shown to administrators only. */
export const createTakeProof = (needs: ContestParts): TakeProof => {
  const { db, clock } = needs;

  const requireWanted = async (tx: Transaction, contest: ContestHead, { userId, signalId }: SentProof) => {
    const open = signalId === undefined ? undefined : await holdOpen(tx, contest.id);
    if (!(await lockEntry(tx, contest.id, userId))) throw apiError('proof_not_wanted');
    const sent = await countSent(tx, { contestId: contest.id, userId, ofTrades: signalId !== undefined });
    if (sent >= maxSent) throw apiError('proof_not_wanted');
    await (signalId === undefined
      ? requireWinner(tx, contest.id, userId)
      : requireTrade(tx, open, { userId, signalId }));
  };

  const requireTrade = async (
    tx: Transaction,
    open: ContestHead | undefined,
    { userId, signalId }: { userId: string; signalId: string },
  ): Promise<void> => {
    if (needs.tradeList !== null) throw apiError('proof_not_wanted');
    if (!open || clock.now() >= open.endsAt.getTime()) throw apiError('contest_closed');
    const signal = await findSignal(tx, signalId);
    if (!signal || signal.userId !== userId) throw apiError('signal_not_found');
    const isOfContest = signal.issuedAt >= open.startsAt && signal.issuedAt < open.endsAt;
    if (!isOfContest || signal.status !== 'settled') throw apiError('proof_not_wanted');
  };

  return async (proof) => {
    const { userId, signalId, image } = proof;
    const type = imageType(image);
    if (type === null || image.byteLength > maxImageBytes) throw apiError('image_not_accepted');
    const contest = await needs.currentContest();
    if (!contest) throw apiError('contest_closed');
    await needs.attempts.take('contest-proof', userId, sentAnHour);
    const id = randomUUID();
    const row = { id, contestId: contest.id, userId, signalId: signalId ?? null, type, image };
    await inTransaction(db, async ({ tx }) => {
      await requireWanted(tx, contest, proof);
      const isSaved = await insertProof(tx, { ...row, sentAt: new Date(clock.now()), status: 'pending' });
      if (!isSaved) throw apiError('proof_not_wanted');
    });
    return id;
  };
};

async function requireWinner(tx: Transaction, contestId: string, userId: string): Promise<void> {
  const winner = (await listWinners(tx, contestId)).find((one) => one.userId === userId);
  if (winner?.status !== 'awaiting') throw apiError('proof_not_wanted');
}

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/**
 * Type of a picture by its first bytes, whatever the sender declares; null: none that is accepted.
 */
function imageType(bytes: Uint8Array): ImageType | null {
  if (ascii(bytes, 0, 8) === '\u0089PNG\r\n\u001a\n') return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp';
  return null;
}
