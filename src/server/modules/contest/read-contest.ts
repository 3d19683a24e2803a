import type { Contest, PublishedDrawAnswer } from '#contract/contest.ts';
import { toInstant } from '#contract/wire.ts';
import type { Clock } from '#domain/clock.ts';
import { rankEntries } from '#domain/contest/contest-draw.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import type { Language } from '#domain/language.ts';
import { maskEmail } from '#domain/accounts/mask-email.ts';
import { contestNames } from '#phrases/contest-names.ts';
import type { ContestConfig } from '#server/contest-config.ts';
import type { Database } from '#server/database/connection.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import { apiError } from '#server/http/api-error.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { entriesOf } from './closed-list.ts';
import { type ContestHead, findClosedList } from './contests.repository.ts';
import type { CurrentContest } from './current-contest.ts';
import { countEntries, countListed } from './entries.repository.ts';
import { hashText } from './hash-text.ts';
import type { ReadOwnEntry } from './read-own-entry.ts';
import type { ReadTopTraders } from './top-traders.ts';
import { listWinners, type Winner } from './winners.repository.ts';

/** Cache time of the count, because counting reads every entry and the endpoint is public. */
const countHoldsMs = 5_000;

export type ReadContest = (user: User | null, lang: Language) => Promise<Contest>;

interface Needs {
  readonly db: Database;
  readonly settings: ContestConfig | null;
  readonly evidence: Contest['evidence'];
  readonly currentContest: CurrentContest;
  readonly readTopTraders: ReadTopTraders;
  readonly readOwnEntry: ReadOwnEntry;
  readonly clock: Clock;
}

export function createReadContest(needs: Needs): ReadContest {
  const { db, settings, evidence, currentContest, readTopTraders, readOwnEntry, clock } = needs;
  const countJoined = cacheAnswer({ clock, ms: countHoldsMs, read: (id: string) => countEntries(db, id) });
  return async (user, lang) => {
    const contest = await currentContest();
    if (!contest || !settings) throw apiError('contest_off');
    const me = user ? { me: await readOwnEntry(contest, user) } : {};
    const [joined, listed, topTraders, winners] = await Promise.all([
      countJoined(contest.id),
      contest.closedAt && countListed(db, contest.id),
      readTopTraders(contest),
      listWinners(db, contest.id),
    ]);
    const endsAt = toInstant(contest.endsAt.getTime());
    return {
      id: contest.id,
      name: contestNames[lang],
      state: stateOf(contest, clock.now()),
      startsAt: toInstant(contest.startsAt.getTime()),
      endsAt,
      // The last moment of the last day: nothing can be added any more, and it is still that day.
      drawAt: endsAt,
      timezone: settings.timezone,
      prizes: [...settings.prizes],
      joined,
      evidence,
      winners: winners.map(toWinnerDto),
      topTraders,
      draw: drawOf(contest, listed),
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

function stateOf({ startsAt, endsAt, drawnAt }: ContestHead, now: number): Contest['state'] {
  if (drawnAt) return 'drawn';
  if (now < startsAt.getTime()) return 'announced';
  return now < endsAt.getTime() ? 'running' : 'closed';
}

const instantOf = (at: Date | null): string | null => at && toInstant(at.getTime());

/** The seed stays secret until the draw. */
const drawOf = (contest: ContestHead, listed: number | null): Contest['draw'] => ({
  commitment: contest.commitment,
  announcedAt: toInstant(contest.announcedAt.getTime()),
  beaconUrl: contest.beaconUrl,
  closedAt: instantOf(contest.closedAt),
  eligible: listed,
  listHash: contest.listHash,
  note: contest.note,
  drawnAt: instantOf(contest.drawnAt),
  seed: contest.drawnAt && contest.seed,
  randomness: contest.randomness,
  number: contest.number,
});

export type ReadDraw = () => Promise<PublishedDrawAnswer>;

/** The draw with its full list; not available before it has taken place. */
export function createReadDraw({ db, currentContest }: Pick<Needs, 'db' | 'currentContest'>): ReadDraw {
  // Cached, because a completed draw never changes and ranking it hashes every entry.
  const drawn = new Map<string, Promise<PublishedDrawAnswer>>();
  const read = async (contest: ContestHead): Promise<PublishedDrawAnswer> => {
    const { id, commitment, listHash, note, seed, beaconUrl, randomness, number } = contest;
    const closed = await findClosedList(db, id);
    if (!closed || listHash === null || note === null || number === null) throw apiError('not_found');
    const entries = [...entriesOf(closed)];
    const winners = (await rankEntries(hashText, number, entries.length)).slice(0, contestRules.winners);
    return { contest: id, commitment, entries, listHash, note, seed, beaconUrl, randomness, number, winners };
  };
  return async () => {
    const contest = await currentContest();
    if (!contest) throw apiError('contest_off');
    if (contest.drawnAt === null) throw apiError('not_found');
    const known = drawn.get(contest.id);
    if (known) return known;
    const answer = read(contest);
    drawn.set(contest.id, answer);
    answer.catch(() => drawn.delete(contest.id));
    return answer;
  };
}
