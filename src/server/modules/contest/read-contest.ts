import type { Contest, PublishedDrawAnswer } from '#contract/contest.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { timeOfRound } from '#domain/contest/beacon-chain.ts';
import { rankEntries } from '#record/contest-draw.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import type { Language } from '#domain/language.ts';
import { maskEmail } from '#domain/accounts/shown-name.ts';
import { contestNames } from '#phrases/contest-names.ts';
import type { ContestConfig } from '#server/config/contest.ts';
import type { Database } from '#server/database/connection.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import { apiError } from '#server/http/api-error.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { findClosing } from '#server/modules/record/append/append-closing.ts';
import { sha256Hex } from '#node/sha256.ts';
import { parseClosedList } from './draw/closed-list.ts';
import { type ContestHead, getWholeContest } from './contests.repository.ts';
import { countEntries, countListed } from './entries.repository.ts';
import { listWinners, type Winner } from './draw/winners.repository.ts';
import type { ContestParts } from './contest-parts.ts';
import { createReadOwnEntry } from './read-own-entry.ts';
import { createReadTopTraders } from './top-traders.ts';

/** Cache time of the count, because counting reads every entry and the endpoint is public. */
const countHoldsMs = 5_000;

export type ReadContest = (user: User | null, lang: Language) => Promise<Contest>;

export function createReadContest(needs: ContestParts, settings: ContestConfig | null): ReadContest {
  const { db, currentContest, tradeList, clock } = needs;
  const readTopTraders = createReadTopTraders(needs);
  const readOwnEntry = createReadOwnEntry(needs);
  const countJoined = cacheAnswer({ clock, ms: countHoldsMs, read: (id: string) => countEntries(db, id) });
  const toRoundTime = (round: number | null): string | null =>
    round === null ? null : toInstant(timeOfRound(needs.beacon.chain, round));
  return async (user, lang) => {
    const contest = await currentContest();
    if (!contest || !settings) throw apiError('contest_off');
    const me = user ? { me: await readOwnEntry(contest, user) } : {};
    const [joined, listed, leaf, topTraders, winners] = await Promise.all([
      countJoined(contest.id),
      contest.closedAt && countListed(db, contest.id),
      contest.closedAt && indexOfClosing(db, contest.id),
      readTopTraders(contest),
      listWinners(db, contest.id),
    ]);
    const endsAt = toInstant(contest.endsAt.getTime());
    return {
      id: contest.id,
      name: contestNames[lang],
      state: getState(contest, clock.now()),
      startsAt: toInstant(contest.startsAt.getTime()),
      endsAt,
      // The last moment of the last day: nothing can be added any more, and it is still that day.
      drawAt: endsAt,
      timezone: settings.timezone,
      prizes: [...settings.prizes],
      joined,
      evidence: tradeList ? 'trades' : 'screenshots',
      winners: winners.map(toWinnerDto),
      topTraders,
      draw: { ...getDraw(contest, listed), leaf, roundAt: toRoundTime(contest.round) },
      ...me,
    };
  };
}

const toWinnerDto = ({ rank, prize, number, hash, status, email }: Winner): Contest['winners'][number] => ({
  rank,
  prize,
  number,
  hash,
  status,
  email: maskEmail(email),
});

function getState({ startsAt, endsAt, drawnAt }: ContestHead, now: number): Contest['state'] {
  if (drawnAt) return 'drawn';
  if (now < startsAt.getTime()) return 'announced';
  return now < endsAt.getTime() ? 'running' : 'closed';
}

const indexOfClosing = async (db: Database, id: string): Promise<number | null> =>
  (await findClosing(db, id))?.index ?? null;

const getDraw = (contest: ContestHead, listed: number | null): Omit<Contest['draw'], 'leaf' | 'roundAt'> => ({
  rule: contest.drawnAt && contest.signature === null ? 'seed' : 'beacon',
  announcedAt: toInstant(contest.announcedAt.getTime()),
  closedAt: toInstantOrNull(contest.closedAt),
  eligible: listed,
  listHash: contest.listHash,
  note: contest.note,
  round: contest.round,
  drawnAt: toInstantOrNull(contest.drawnAt),
  randomness: contest.randomness,
  number: contest.number,
});

/** The draw with its full list; not available before it has taken place, or by an older rule. */
export function createReadDraw({ db, currentContest, clock }: ContestParts) {
  // A completed draw never changes, and ranking it hashes every entry.
  const readOnce = cacheAnswer({ clock, ms: Number.POSITIVE_INFINITY, read: (id: string) => readCompleted(db, id) });
  return async (): Promise<PublishedDrawAnswer> => {
    const contest = await currentContest();
    if (!contest) throw apiError('contest_off');
    if (contest.drawnAt === null) throw apiError('not_found');
    return readOnce(contest.id);
  };
}

async function readCompleted(db: Database, id: string): Promise<PublishedDrawAnswer> {
  const { list: closed, note, round, signature, number } = await getWholeContest(db, id);
  if (!closed || note === null || round === null || signature === null || number === null) throw apiError('not_found');
  const { entries, screenshots } = parseClosedList(closed);
  const winners = (await rankEntries(sha256Hex, number, entries.length)).slice(0, contestRules.winners);
  const list = { entries: [...entries], screenshots: [...screenshots] };
  return { contest: id, note, leaf: await indexOfClosing(db, id), ...list, round, signature, number, winners };
}
