import type { Contest, PublishedDrawAnswer } from '#contract/contest.ts';
import { toInstant } from '#contract/wire.ts';
import type { Clock } from '#domain/clock.ts';
import { rankEntries } from '#domain/contest-draw.ts';
import { contestRules } from '#domain/contest-rules.ts';
import type { Language } from '#domain/language.ts';
import { maskEmail } from '#domain/mask-email.ts';
import { contestNames } from '#phrases/contest-names.ts';
import type { ContestConfig } from '#server/contest-config.ts';
import type { Database } from '#server/database/connection.ts';
import { problem } from '#server/http/problem.ts';
import type { UserRow } from '#server/modules/accounts/accounts.repository.ts';
import { entriesOf } from './closed-list.ts';
import type { ContestRow } from './contests.repository.ts';
import type { CurrentContest } from './current-contest.ts';
import { countEntries } from './entries.repository.ts';
import { hashText } from './hash-text.ts';
import type { ReadOwnEntry } from './read-own-entry.ts';
import type { ReadTopTraders } from './top-traders.ts';
import { listWinners, type Winner } from './winners.repository.ts';

export type ReadContest = (user: UserRow | null, lang: Language) => Promise<Contest>;

interface Needs {
  readonly db: Database;
  readonly settings: ContestConfig | null;
  readonly evidence: Contest['evidence'];
  readonly currentContest: CurrentContest;
  readonly readTopTraders: ReadTopTraders;
  readonly readOwnEntry: ReadOwnEntry;
  readonly clock: Clock;
}

export const createReadContest =
  ({ db, settings, evidence, currentContest, readTopTraders, readOwnEntry, clock }: Needs): ReadContest =>
  async (user, lang) => {
    const contest = await currentContest();
    if (!contest || !settings) throw problem('contest_off');
    const me = user ? { me: await readOwnEntry(contest, user) } : {};
    const [joined, topTraders, winners] = await Promise.all([
      countEntries(db, contest.id),
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
      winners: winners.map(wireWinner),
      topTraders,
      draw: drawOf(contest),
      ...me,
    };
  };

const wireWinner = ({ rank, prize, number, hash, status, email }: Winner): Contest['winners'][number] => ({
  rank,
  prize,
  number,
  hash,
  status,
  email: maskEmail(email),
});

function stateOf({ startsAt, endsAt, drawnAt }: ContestRow, now: number): Contest['state'] {
  if (drawnAt) return 'drawn';
  if (now < startsAt.getTime()) return 'announced';
  return now < endsAt.getTime() ? 'running' : 'closed';
}

const instantOf = (at: Date | null): string | null => at && toInstant(at.getTime());

/** The seed stays secret until the draw. */
const drawOf = (contest: ContestRow): Contest['draw'] => ({
  commitment: contest.commitment,
  announcedAt: toInstant(contest.announcedAt.getTime()),
  beaconUrl: contest.beaconUrl,
  closedAt: instantOf(contest.closedAt),
  eligible: contest.closedAt && entriesOf(contest).length,
  listHash: contest.listHash,
  note: contest.note,
  drawnAt: instantOf(contest.drawnAt),
  seed: contest.drawnAt && contest.seed,
  randomness: contest.randomness,
  number: contest.number,
});

export type ReadDraw = () => Promise<PublishedDrawAnswer>;

/** The draw with its whole list; before it there is none. */
export const createReadDraw =
  (currentContest: CurrentContest): ReadDraw =>
  async () => {
    const contest = await currentContest();
    if (!contest) throw problem('contest_off');
    const { id, commitment, listHash, note, seed, beaconUrl, randomness, number } = contest;
    if (listHash === null || note === null || number === null) throw problem('not_found');
    const entries = [...entriesOf(contest)];
    const winners = (await rankEntries(hashText, number, entries.length)).slice(0, contestRules.winners);
    return { contest: id, commitment, entries, listHash, note, seed, beaconUrl, randomness, number, winners };
  };
