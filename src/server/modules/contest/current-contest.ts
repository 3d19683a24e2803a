import { randomBytes } from 'node:crypto';
import { contestPeriod } from '#domain/contest/contest-period.ts';
import type { ContestConfig } from '#server/config/contest.ts';
import { sha256Hex } from '#node/sha256.ts';
import type { Platform } from '#server/start/platform.ts';
import { type ContestHead, findContest, insertContestIfAbsent, updateUnjoined } from './contests.repository.ts';

/** The current contest; null: the operator has configured none. */
type CurrentContest = () => Promise<ContestHead | null>;

interface CurrentContestDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly settings: ContestConfig | null;
}

/** Announced on the first request. */
export const createCurrentContest =
  ({ db, settings, clock }: CurrentContestDependencies): CurrentContest =>
  async () => {
    if (!settings) return null;
    const now = clock.now();
    const { id, ...period } = contestPeriod(settings.days, settings.timezone, now);
    const dates = { startsAt: new Date(period.startsAt), endsAt: new Date(period.endsAt) };
    const known = await findContest(db, id);
    if (known && isSame(known, dates)) return known;
    if (known) await updateUnjoined(db, id, dates);
    else {
      // Only the previous release, which may still be running, reads the seed.
      const seed = randomBytes(32).toString('hex');
      const commitment = await sha256Hex(seed);
      await insertContestIfAbsent(db, { id, ...dates, announcedAt: new Date(now), seed, commitment });
    }
    return (await findContest(db, id)) ?? null;
  };

type Announced = Pick<ContestHead, 'startsAt' | 'endsAt'>;

const isSame = (known: Announced, wanted: Announced): boolean =>
  known.startsAt.getTime() === wanted.startsAt.getTime() && known.endsAt.getTime() === wanted.endsAt.getTime();
