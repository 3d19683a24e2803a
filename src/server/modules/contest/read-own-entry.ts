import type { Contest } from '#contract/contest.ts';
import { toInstant } from '#contract/wire.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { minuteMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { BrokerUnavailable } from '#server/integrations/broker/broker.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { proofsUntil } from './draw/award-prizes.ts';
import type { ContestHead } from './contests.repository.ts';
import { countCounted, type EntryRow, findEntry, listTrades, type TradeRow } from './entries.repository.ts';
import { listOwnProofs } from './proofs/proofs.repository.ts';
import { listWinners } from './draw/winners.repository.ts';
import type { ContestParts } from './contest-parts.ts';

type OwnEntry = NonNullable<Contest['me']>;

/** The broker is queried at most once per this interval for each user. */
const freshMs = minuteMs;
const maxListed = 200;

/** The caller's own entry, read from the broker when it is not fresh. */
export function createReadOwnEntry(needs: ContestParts) {
  /** By user: concurrent reads share one request to the broker. */
  const pending = new Map<string, Promise<boolean>>();
  const isJoined = async (contest: ContestHead, user: User): Promise<boolean> => {
    const entry = await findEntry(needs.db, contest.id, user.id);
    if (entry) await refresh(needs, contest, entry, user.referralId);
    return entry !== undefined;
  };
  const isJoinedOnce = (contest: ContestHead, user: User): Promise<boolean> => {
    const known = pending.get(user.id);
    if (known) return known;
    const begun = isJoined(contest, user).finally(() => pending.delete(user.id));
    pending.set(user.id, begun);
    return begun;
  };

  return async (contest: ContestHead, user: User): Promise<OwnEntry> =>
    (await isJoinedOnce(contest, user)) ? readEntry(needs.db, contest, user) : { ...notJoined, email: user.email };
}

const notJoined: Omit<OwnEntry, 'email'> = {
  joined: false,
  trades: 0,
  required: contestRules.trades,
  entryId: null,
  number: null,
  syncedAt: null,
  list: [],
  proofs: [],
  prize: null,
};

/** A broker that is down changes nothing: `syncedAt` states how old the figures are. */
async function refresh(
  { syncTrades, clock, log }: ContestParts,
  contest: ContestHead,
  { userId, syncedAt }: EntryRow,
  traderId: string | null,
): Promise<void> {
  const now = clock.now();
  const isDue = now >= contest.startsAt.getTime() && now - (syncedAt?.getTime() ?? 0) >= freshMs;
  if (!syncTrades || !traderId || contest.closedAt || !isDue) return;
  await syncTrades(contest, userId, traderId).catch((error: unknown) => {
    if (!(error instanceof BrokerUnavailable)) throw error;
    log.info({ reason: error.message }, 'reading the trades of a participant failed');
  });
}

async function readEntry(db: Database, { id }: ContestHead, { id: userId, email }: User): Promise<OwnEntry> {
  const [entry, trades, list, proofs, winners] = await Promise.all([
    findEntry(db, id, userId),
    countCounted(db, id, userId),
    listTrades(db, id, userId, maxListed),
    listOwnProofs(db, id, userId),
    listWinners(db, id),
  ]);
  const won = winners.find((winner) => winner.userId === userId);
  return {
    joined: true,
    email,
    trades,
    required: contestRules.trades,
    entryId: entry?.entryId ?? null,
    number: entry?.number ?? null,
    syncedAt: entry?.syncedAt ? toInstant(entry.syncedAt.getTime()) : null,
    list: list.map(toTradeDto),
    proofs: proofs.map(({ id: proofId, signalId, sentAt, status }) => ({
      id: proofId,
      signalId,
      sentAt: toInstant(sentAt.getTime()),
      status,
    })),
    prize: won
      ? { prize: won.prize, status: won.status, proofsUntil: toInstant(proofsUntil(won.statusAt).getTime()) }
      : null,
  };
}

const toTradeDto = ({ symbol, openedAt, stake, result, reason }: TradeRow): OwnEntry['list'][number] => ({
  symbol,
  at: toInstant(openedAt.getTime()),
  stake,
  result,
  reason,
});
